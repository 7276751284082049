// k6/experimental/fs: files that are read piece by piece; their bytes are .NET's, once for all virtual users
({ name: 'k6/experimental/fs', make(kit) {
  const { host, onlyInit } = kit;
  const SeekMode = { Start: 0, Current: 1, End: 2 };
  class File {
    #at = 0;
    constructor(id, path) {
      this.path = path;
      Object.defineProperty(this, '$id', { value: id });
    }
    async stat() { return { name: this.path.split('/').pop(), size: host.fileSize(this.$id) }; }
    async read(into) {
      if (!(into instanceof Uint8Array)) throw new TypeError('read() needs a Uint8Array');
      const size = host.fileSize(this.$id);
      if (into.length === 0) return 0;
      if (this.#at >= size) return null;
      const count = host.filePart(this.$id, this.#at, into);
      this.#at += count;
      return count;
    }
    async seek(offset, mode) {
      if (!Number.isInteger(offset)) throw new TypeError('seek() needs a whole number');
      const size = host.fileSize(this.$id);
      if (mode !== 0 && mode !== 1 && mode !== 2) throw new TypeError('seek() needs one of SeekMode.Start, Current, End');
      const to = (mode === 0 ? 0 : mode === 1 ? this.#at : size) + offset;
      if (to < 0 || to > size || (mode === 2 && offset > 0)) throw new Error('seek() leads outside of the file');
      return this.#at = to;
    }
    text() { return host.fileText(this.$id); }
  }
  return {
    SeekMode,
    open(path) {
      onlyInit('fs.open()');
      if (typeof path !== 'string' || path === '') return Promise.reject(new TypeError('open() needs the name of a file'));
      try { return Promise.resolve(new File(host.openFile(path), path)); } catch (e) { return Promise.reject(e); }
    },
  };
} })
