// k6/html: documents as jQuery would walk them (Selection), and single nodes (Element). The tree is .NET's; nodes are
// numbers here.
({ name: 'k6/html', make(kit) {
  const { host } = kit;
  const NONE = '[]';

  // --- sets of nodes ----------------------------------------------------------------------------------------------------

  class Selection {
    constructor(nodes, url, before) {
      Object.defineProperty(this, '$nodes', { value: nodes, enumerable: false });
      Object.defineProperty(this, '$before', { value: before, enumerable: false });
      Object.defineProperty(this, 'url', { value: url, enumerable: true, writable: true });
    }

    // walking
    add(what) { return step(this, 'add', what); }
    children(selector) { return step(this, 'children', selector); }
    closest(what) { return step(this, 'closest', what); }
    contents() { return step(this, 'contents'); }
    end() { return this.$before || new Selection([], this.url); }
    filter(what) { return typeof what === 'function' ? this.#kept((s, i) => what(i, s)) : step(this, 'filter', what); }
    find(what) { return step(this, 'find', what === undefined ? '' : what); }
    has(what) { return step(this, 'has', what); }
    next(selector) { return step(this, 'next', selector); }
    nextAll(selector) { return step(this, 'nextAll', selector); }
    nextUntil(until, selector) { return stepUntil(this, 'nextUntil', until, selector); }
    not(what) { return typeof what === 'function' ? this.#kept((s, i) => !what(i, s)) : step(this, 'not', what); }
    parent(selector) { return step(this, 'parent', selector); }
    parents(selector) { return step(this, 'parents', selector); }
    parentsUntil(until, selector) { return stepUntil(this, 'parentsUntil', until, selector); }
    prev(selector) { return step(this, 'prev', selector); }
    prevAll(selector) { return step(this, 'prevAll', selector); }
    prevUntil(until, selector) { return stepUntil(this, 'prevUntil', until, selector); }
    siblings(selector) { return step(this, 'siblings', selector); }

    // choosing
    eq(index) { return this.#of(at(this.$nodes, index)); }
    first() { return this.eq(0); }
    last() { return this.eq(-1); }
    slice(start, end) { return new Selection(this.$nodes.slice(start, end), this.url, this); }
    get(index) { const node = at(this.$nodes, index); return node === undefined ? undefined : elementOf(node, this.url); }
    toArray() { return this.$nodes.map((node) => new Selection([node], this.url, this)); }
    index(what) {
      if (what === undefined) return this.$nodes.length ? fact('index', this.$nodes[0]) : -1;
      if (typeof what === 'string') { const all = step(documentOf(this), 'find', what).$nodes; return this.$nodes.length ? all.indexOf(this.$nodes[0]) : -1; }
      return this.$nodes.indexOf(nodesOf(what)[0]);
    }
    is(what) { return (typeof what === 'function' ? this.filter(what) : step(this, 'filter', what)).size() > 0; }
    size() { return this.$nodes.length; }
    single(selector) { return this.find(selector).first(); }

    // going through
    each(fn) { callable(fn, 'each'); this.$nodes.forEach((node, i) => { fn(i, elementOf(node, this.url)); }); return this; }
    map(fn) { callable(fn, 'map'); return this.$nodes.map((node, i) => fn(i, new Selection([node], this.url, this))); }
    * $each(call, fn) { callable(fn, 'each'); for (const [i, node] of this.$nodes.entries()) yield* call(fn, undefined, i, elementOf(node, this.url)); return this; }
    * $map(call, fn) {
      callable(fn, 'map');
      const made = [];
      for (const [i, node] of this.$nodes.entries()) made.push(yield* call(fn, undefined, i, new Selection([node], this.url, this)));
      return made;
    }

    // reading
    attr(name, otherwise) {
      const value = this.$nodes.length ? host.htmlAttribute(this.$nodes[0], String(name)) : null;
      return value === null ? otherwise : value;
    }
    data(key) {
      if (this.$nodes.length === 0) return undefined;
      if (key !== undefined) {
        const value = host.htmlAttribute(this.$nodes[0], 'data-' + dashed(String(key)));
        return value === null ? undefined : converted(value);
      }
      const all = {}, attributes = fact('attributes', this.$nodes[0]);
      for (const name of Object.keys(attributes)) if (name.startsWith('data-')) all[camel(name.slice(5))] = converted(attributes[name]);
      return all;
    }
    html() { return this.$nodes.length ? host.htmlText('inner', this.$nodes[0]) : ''; }
    text() { return this.$nodes.map((node) => host.htmlText('text', node)).join(''); }
    val() { return this.$nodes.length ? fact('value', this.$nodes[0]) : undefined; }
    serializeArray() { return fields(this).map(([name, value]) => ({ name, value })); }
    serializeObject() { const all = {}; for (const [name, value] of fields(this)) all[name] = value; return all; }
    serialize() { return new URLSearchParams(fields(this).sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0))).toString(); }
    toString() { return this.$nodes.map((node) => host.htmlText('outer', node)).join(''); }

    #of(node) { return new Selection(node === undefined ? [] : [node], this.url, this); }
    #kept(wanted) { return new Selection(this.$nodes.filter((node, i) => wanted(new Selection([node], this.url, this), i)), this.url, this); }
  }

  function at(nodes, index) { const i = Math.trunc(+index || 0); return nodes[i < 0 ? nodes.length + i : i]; }
  function callable(fn, name) { if (typeof fn !== 'function') throw new TypeError('the argument of ' + name + '() must be a function'); }
  function nodesOf(what) {
    if (what instanceof Selection) return what.$nodes;
    if (what instanceof Element) return [what.$node];
    throw new TypeError('write a selector, a Selection or an Element');
  }
  function step(from, way, what) {
    const isText = what === undefined || what === null || typeof what === 'string';
    const found = host.htmlSelect(way, JSON.stringify(from.$nodes), isText ? what : null, isText ? null : JSON.stringify(nodesOf(what)));
    return new Selection(found === NONE ? [] : JSON.parse(found), from.url, from);
  }
  function stepUntil(from, way, until, selector) {
    const isText = until === undefined || until === null || typeof until === 'string';
    const found = host.htmlUntil(way, JSON.stringify(from.$nodes), isText ? until || '' : '', isText ? null : JSON.stringify(nodesOf(until)), selector || '');
    return new Selection(JSON.parse(found), from.url, from);
  }
  function documentOf(selection) {
    return new Selection(selection.$nodes.length ? JSON.parse(host.htmlRelatives('ownerDocument', selection.$nodes[0])) : [], selection.url);
  }
  function fields(selection) { return JSON.parse(host.htmlFields(JSON.stringify(selection.$nodes))); }
  function fact(name, node) { const json = host.htmlFact(name, node); return json === null ? undefined : JSON.parse(json); }
  function dashed(name) { return name.replace(/[A-Z]/g, (c) => '-' + c.toLowerCase()); }
  function camel(name) { return name.replace(/-([a-z])/g, (all, c) => c.toUpperCase()); }
  function converted(text) { // as jQuery reads data-*
    if (text === 'true') return true;
    if (text === 'false') return false;
    if (text === 'null') return null;
    if (text === 'undefined') return undefined;
    if (text !== '' && String(+text) === text) return +text;
    if (/^[[{]/.test(text)) { try { return JSON.parse(text); } catch { return text; } }
    return text;
  }

  // --- single nodes -----------------------------------------------------------------------------------------------------

  class Attribute {
    constructor(owner, name, value) { this.name = name; this.namespaceURI = ''; this.localName = name; this.prefix = ''; this.value = value; this.ownerElement = owner; }
  }

  class Element {
    constructor(node, url) {
      Object.defineProperty(this, '$node', { value: node, enumerable: false });
      Object.defineProperty(this, '$url', { value: url, enumerable: false });
    }
    attributes() {
      const all = {}, values = fact('attributes', this.$node);
      for (const name of Object.keys(values)) all[name] = new Attribute(this, name, values[name]);
      return all;
    }
    getAttribute(name) { const value = host.htmlAttribute(this.$node, String(name)); return value === null ? undefined : value; }
    getAttributeNode(name) { const value = this.getAttribute(name); return value === undefined ? undefined : new Attribute(this, String(name), value); }
    hasAttribute(name) { return host.htmlAttribute(this.$node, String(name)) !== null; }
    hasAttributes() { return Object.keys(fact('attributes', this.$node)).length > 0; }
    classList() { return fact('classes', this.$node); }
    contains(other) { const node = nodesOf(other)[0]; return node !== undefined && host.htmlContains(this.$node, node); }
    isEqualNode(other) { const node = nodesOf(other)[0]; return node !== undefined && host.htmlEqual(this.$node, node); }
    isSameNode(other) { return nodesOf(other)[0] === this.$node; }
    matches(selector) { return host.htmlMatches(this.$node, String(selector)); }
    querySelector(selector) { return this.querySelectorAll(selector)[0]; }
    querySelectorAll(selector) { return this.selection().find(String(selector)).$nodes.map((node) => elementOf(node, this.$url)); }
    getElementsByClassName(names) { return this.querySelectorAll(String(names).trim().split(/\s+/).map((n) => '.' + n).join('')); }
    getElementsByTagName(name) { return this.querySelectorAll(String(name)); }
    selection() { return new Selection([this.$node], this.$url); }
    innerHTML() { return host.htmlText('inner', this.$node); }
    textContent() { return host.htmlText('text', this.$node); }
    toString() { return host.htmlText('outer', this.$node); }
  }
  for (const name of ['nodeName', 'nodeType', 'nodeValue', 'id', 'className', 'lang', 'namespaceURI', 'isDefaultNamespace', 'hasChildNodes', 'childElementCount'])
    Element.prototype[name] = function () { return fact(name, this.$node); };
  for (const name of ['childNodes', 'children'])
    Element.prototype[name] = function () { return related(this, name); };
  for (const name of ['firstChild', 'lastChild', 'firstElementChild', 'lastElementChild', 'nextSibling', 'previousSibling', 'nextElementSibling',
    'previousElementSibling', 'parentNode', 'parentElement', 'ownerDocument'])
    Element.prototype[name] = function () { return related(this, name)[0]; };

  function related(element, name) { return JSON.parse(host.htmlRelatives(name, element.$node)).map((node) => elementOf(node, element.$url)); }

  // --- what elements of one tag have beside that ------------------------------------------------------------------------

  const attributeOf = { acceptCharset: 'accept-charset', httpEquiv: 'http-equiv', htmlFor: 'for', hrefLang: 'hreflang', defaultValue: 'value',
    defaultChecked: 'checked', defaultSelected: 'selected', defaultMuted: 'muted' };
  const lower = (name) => attributeOf[name] || name.toLowerCase();
  const text = (otherwise) => (name) => function () { return this.getAttribute(lower(name)) ?? otherwise; };
  const flag = (name) => function () { return this.hasAttribute(lower(name)); };
  const whole = (otherwise) => (name) => function () { const v = parseInt(this.getAttribute(lower(name)), 10); return Number.isNaN(v) ? otherwise : v; };
  const real = (otherwise) => (name) => function () { const v = parseFloat(this.getAttribute(lower(name))); return Number.isNaN(v) ? otherwise : v; };
  const url = (name) => function () { return absolute(this, this.getAttribute(lower(name)) ?? ''); };
  const list = (name) => function () { return related(this, name); };
  const one = (name) => function () { return related(this, name)[0]; };
  const known = (name) => function () { return fact(name, this.$node); };
  const oneOf = (values, otherwise) => (name) => function () { const v = (this.getAttribute(lower(name)) ?? '').toLowerCase(); return values.includes(v) ? v : otherwise; };
  const find = (selector) => () => function () { return this.querySelectorAll(selector); };
  const findOne = (selector) => () => function () { return this.querySelector(selector); };
  const words = (name) => function () { return (this.getAttribute(lower(name)) ?? '').split(/\s+/).filter((w) => w); };
  const count = (name) => () => function () { return related(this, name).length; };
  const enctype = oneOf(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'], 'application/x-www-form-urlencoded');
  const verb = oneOf(['get', 'post', 'dialog'], 'get');
  const crossOrigin = (name) => function () { const v = this.getAttribute('crossorigin'); return v === undefined ? undefined : v === 'use-credentials' ? v : 'anonymous'; };
  const part = (name) => function () {
    const target = this.hasAttribute('href') ? absolute(this, this.getAttribute('href')) : '';
    try { const value = new URL(target)[name]; return name === 'hash' || name === 'search' ? value : name === 'protocol' ? value.replace(/:$/, '') : String(value); } catch { return ''; }
  };
  const inner = () => function () { return this.textContent(); };
  const validity = () => undefined;
  const many = (make, names) => Object.fromEntries(names.split(' ').map((name) => [name, make]));
  const urlParts = { ...many(part, 'hash host hostname origin password pathname port protocol search username'), href: url, toString: url };
  const fieldOf = { form: one, labels: list, name: text(''), autofocus: flag, disabled: flag };
  const submits = { formAction: url, formEnctype: enctype, formMethod: verb, formNoValidate: flag, formTarget: text('') };
  const size = many(whole(0), 'height width');
  const media = { ...many(flag, 'autoplay controls loop defaultMuted muted'), crossOrigin, currentSrc: () => function () { return absolute(this, this.getAttribute('src') ?? ''); },
    mediaGroup: text(''), preload: oneOf(['none', 'metadata', 'auto'], 'auto'), src: url, textTracks: find('track') };
  const cell = { cellIndex: known, colSpan: whole(1), rowSpan: whole(1), headers: words };
  const section = { rows: list };

  const TAGS = {
    a: { ...urlParts, accessKey: text(''), charset: text(''), download: text(''), hrefLang: text(''), hreflang: text(''), media: text(''), name: text(''),
      referrerPolicy: text(''), rel: text(''), relList: () => function () { return words('rel').call(this); }, tabIndex: whole(0), target: text(''), text: inner, type: text('') },
    area: { ...urlParts, accessKey: text(''), alt: text(''), download: text(''), hrefLang: text(''), hreflang: text(''), media: text(''), referrerPolicy: text(''),
      rel: text(''), relList: () => function () { return words('rel').call(this); }, tabIndex: whole(0), target: text(''), type: text('') },
    audio: media, base: { href: url, target: text('') }, blockquote: { cite: url }, body: {},
    button: { ...fieldOf, ...submits, accessKey: text(''), tabIndex: whole(0), type: oneOf(['submit', 'reset', 'button', 'menu'], 'submit'), value: text(''), validity: () => validity },
    canvas: { height: whole(150), width: whole(300) }, col: { span: whole(1) }, colgroup: { span: whole(1) }, data: { value: text('') },
    datalist: { options: list }, del: { cite: url, datetime: text('') }, embed: { ...size, src: url, type: text('') },
    fieldset: { disabled: flag, elements: list, form: one, name: text(''), type: () => () => 'fieldset', validity: () => validity },
    form: { acceptCharset: text(''), action: url, autocomplete: oneOf(['on', 'off'], 'on'), elements: list, encoding: () => function () { return enctype('enctype').call(this); },
      enctype, length: count('elements'), method: verb, name: text(''), noValidate: flag, target: text('') },
    iframe: { ...size, allowfullscreen: flag, name: text(''), referrerPolicy: text(''), src: url },
    img: { ...size, alt: text(''), crossOrigin, currentSrc: () => function () { return absolute(this, this.getAttribute('src') ?? ''); }, isMap: flag, name: text(''),
      sizes: text(''), src: url, srcset: text(''), useMap: text('') },
    input: { ...fieldOf, ...submits, ...size, accept: text(''), accessKey: text(''), alt: text(''), autocapitalize: oneOf(['none', 'off', 'characters', 'words', 'sentences'], 'sentences'),
      autocomplete: oneOf(['on', 'off'], 'on'), checked: flag, defaultChecked: flag, defaultValue: text(''), dirName: text(''),
      list: () => function () { const id = this.getAttribute('list'); return id === undefined ? undefined : root(this).find('#' + id).get(0); },
      max: text(''), maxLength: whole(-1), min: text(''), multiple: flag, pattern: text(''), placeholder: text(''), readOnly: flag, readonly: flag, required: flag,
      size: whole(20), src: url, step: text(''), tabIndex: whole(0), type: () => function () { return (this.getAttribute('type') ?? 'text').toLowerCase(); },
      value: () => function () { return fact('value', this.$node); }, validity: () => validity },
    ins: { cite: url, datetime: text('') },
    keygen: { ...fieldOf, challenge: text(''), keytype: oneOf(['rsa', 'dsa', 'ec'], 'rsa'), type: () => () => 'keygen' },
    label: { control: one, form: one, htmlFor: text('') }, legend: { accessKey: text(''), form: one, value: text('') }, li: { type: text(''), value: whole(0) },
    link: { crossOrigin, href: url, hrefLang: text(''), hreflang: text(''), media: text(''), rel: text(''), relList: () => function () { return words('rel').call(this); },
      sizes: words, target: text(''), type: text(''), disabled: flag },
    map: { areas: find('area'), images: () => function () { return root(this).find('img[usemap="#' + (this.getAttribute('name') ?? '') + '"]').$nodes.map((n) => elementOf(n, this.$url)); }, name: text('') },
    meta: { content: text(''), httpEquiv: text(''), name: text('') },
    meter: { ...many(real(0), 'high low min optimum value'), max: real(1), labels: list },
    object: { ...size, data: url, form: one, name: text(''), tabIndex: whole(0), type: text(''), typeMustMatch: flag, useMap: text(''), validity: () => validity },
    ol: { reversed: flag, start: whole(1), type: text('1') }, optgroup: { disabled: flag, label: text('') },
    option: { defaultSelected: flag, disabled: flag, form: one, index: () => function () { return fact('optionIndex', this.$node); },
      label: () => function () { return this.getAttribute('label') ?? this.textContent(); }, selected: known, text: inner, value: () => function () { return fact('value', this.$node); } },
    output: { form: one, labels: list, name: text(''), htmlFor: text(''), defaultValue: inner, value: inner, type: () => () => 'output', validity: () => validity },
    param: { name: text(''), value: text('') }, progress: { labels: list, max: real(1), value: real(0), position: () => function () { return this.hasAttribute('value') ? this.value() / this.max() : -1; } },
    q: { cite: url }, script: { async: flag, charset: text(''), crossOrigin, defer: flag, noModule: flag, src: url, text: inner, type: text('') },
    select: { ...fieldOf, length: count('options'), multiple: flag, options: list, required: flag, selectedIndex: known, selectedOptions: list, size: whole(0),
      type: () => function () { return this.hasAttribute('multiple') ? 'select-multiple' : 'select-one'; }, value: () => function () { return fact('value', this.$node); }, validity: () => validity },
    source: { keySystem: text(''), media: text(''), sizes: text(''), src: url, srcset: text(''), type: text('') }, style: { media: text(''), type: text(''), disabled: flag },
    table: { caption: findOne('caption'), rows: list, sortable: flag, tBodies: find('tbody'), tFoot: findOne('tfoot'), tHead: findOne('thead') },
    tbody: section, thead: section, tfoot: section, td: cell,
    textarea: { ...fieldOf, accessKey: text(''), autocapitalize: oneOf(['none', 'off', 'characters', 'words', 'sentences'], 'sentences'), autocomplete: oneOf(['on', 'off'], 'on'),
      cols: whole(20), defaultValue: inner, length: () => function () { return this.textContent().length; }, maxLength: whole(-1), placeholder: text(''), readOnly: flag, required: flag,
      rows: whole(2), tabIndex: whole(0), type: () => () => 'textarea', value: inner, wrap: oneOf(['soft', 'hard'], 'soft'), validity: () => validity },
    th: { ...cell, abbr: text(''), scope: oneOf(['row', 'col', 'colgroup', 'rowgroup', 'auto'], ''), sorted: flag }, time: { datetime: text('') }, title: { text: inner },
    tr: { cells: find('td, th'), rowIndex: known, sectionRowIndex: known },
    track: { default: flag, kind: oneOf(['subtitle', 'captions', 'descriptions', 'chapters', 'metadata'], 'subtitle'), label: text(''), src: url, srclang: text('') },
    ul: { type: text('') }, video: { ...media, ...size },
  };
  const classes = new Map();

  function classOf(tag) {
    let made = classes.get(tag);
    if (made) return made;
    made = Element;
    const members = Object.prototype.hasOwnProperty.call(TAGS, tag) ? TAGS[tag] : undefined;
    if (members) {
      made = class extends Element {};
      for (const name of Object.keys(members)) made.prototype[name] = members[name](name === 'toString' ? 'href' : name);
    }
    classes.set(tag, made);
    return made;
  }
  function elementOf(node, base) {
    if (fact('nodeType', node) !== 1) return new Element(node, base);
    return new (classOf(fact('nodeName', node)))(node, base);
  }
  function root(element) { return documentOf(element.selection()); }
  function absolute(element, target) { return target === '' || !element.$url ? target : host.joinUrl(element.$url, target); }

  function parseHTML(source) {
    if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) source = kit.encoder.decode(kit.bytesOf(source, 'the document'));
    return new Selection([host.htmlParse(String(source))], '');
  }
  return { parseHTML };
} })
