// Prints one line per answer of the public client; client.js PORT
const { CacheClient, Configurations, MomentoLocalProvider } = require('@gomomento/sdk');

(async () => {
  const client = await CacheClient.create({
    configuration: Configurations.Laptop.v1(),
    credentialProvider: new MomentoLocalProvider({ hostname: '127.0.0.1', port: Number(process.argv[2]) }),
    defaultTtlSeconds: 60,
  });
  const say = (what, answer) => console.log(`${what}: ${answer.type}`);
  say('create', await client.createCache('npm'));
  say('create again', await client.createCache('npm'));
  say('set', await client.set('npm', 'k', 'value'));
  const hit = await client.get('npm', 'k');
  console.log(`get: ${hit.type} ${hit.value()}`);
  say('set if absent', await client.setIfAbsent('npm', 'k', 'other'));
  say('exists', await client.keyExists('npm', 'k'));
  say('delete', await client.delete('npm', 'k'));
  say('get after delete', await client.get('npm', 'k'));
  const sum = await client.increment('npm', 'n', 5);
  console.log(`increment: ${sum.type} ${sum.value()}`);
  say('what is not there', await client.listFetch('npm', 'list'));
  say('list', await client.listCaches());
  say('delete cache', await client.deleteCache('npm'));
  client.close();
})();
