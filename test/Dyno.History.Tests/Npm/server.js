// An S3 server on a free port; its folder is the first argument. It ends with its standard input.
const S3rver = require("s3rver");

const server = new S3rver({ port: 0, address: "127.0.0.1", silent: true, directory: process.argv[2], configureBuckets: [{ name: "ci-results" }] });
server.run().then((address) => console.log(address.port));
process.stdin.on("end", () => process.exit(0)).resume();
