var q=(a,i)=>()=>{try{return i||a((i={exports:{}}).exports,i),i.exports}catch(t){throw i=0,t}};var $e=q((go,ht)=>{function lt(){var a=[].slice.call(arguments);function i(t,f){Object.keys(f).forEach(function(e){~a.indexOf(e)||(t[e]=f[e])})}return function(){for(var f=[].slice.call(arguments),e=0,n={};e<f.length;e++)i(n,f[e]);return n}}ht.exports=ie;function ie(a,i,t){var f=lt("name","message","stack","constructor","toJSON"),e=f(i||{});this.message=a||"Unspecified AssertionError",this.showDiff=!1;for(var n in e)this[n]=e[n];if(t=t||ie,Error.captureStackTrace)Error.captureStackTrace(this,t);else try{throw new Error}catch(r){this.stack=r.stack}}ie.prototype=Object.create(Error.prototype);ie.prototype.name="AssertionError";ie.prototype.constructor=ie;ie.prototype.toJSON=function(a){var i=lt("constructor","toJSON","stack"),t=i({name:this.name},this);return a!==!1&&this.stack&&(t.stack=this.stack),t}});var mt=q((bo,bt)=>{"use strict";function pt(a,i){return typeof a>"u"||a===null?!1:i in Object(a)}function yt(a){var i=a.replace(/([^\\])\[/g,"$1.["),t=i.match(/(\\\.|[^.]+?)+/g);return t.map(function(e){if(e==="constructor"||e==="__proto__"||e==="prototype")return{};var n=/^\[(\d+)\]$/,r=n.exec(e),o=null;return r?o={i:parseFloat(r[1])}:o={p:e.replace(/\\([.[\]])/g,"$1")},o})}function dt(a,i,t){var f=a,e=null;t=typeof t>"u"?i.length:t;for(var n=0;n<t;n++){var r=i[n];f&&(typeof r.p>"u"?f=f[r.i]:f=f[r.p],n===t-1&&(e=f))}return e}function ar(a,i,t){for(var f=a,e=t.length,n=null,r=0;r<e;r++){var o=null,l=null;if(n=t[r],r===e-1)o=typeof n.p>"u"?n.i:n.p,f[o]=i;else if(typeof n.p<"u"&&f[n.p])f=f[n.p];else if(typeof n.i<"u"&&f[n.i])f=f[n.i];else{var v=t[r+1];o=typeof n.p>"u"?n.i:n.p,l=typeof v.p>"u"?[]:{},f[o]=l,f=f[o]}}}function gt(a,i){var t=yt(i),f=t[t.length-1],e={parent:t.length>1?dt(a,t,t.length-1):a,name:f.p||f.i,value:dt(a,t)};return e.exists=pt(e.parent,e.name),e}function ur(a,i){var t=gt(a,i);return t.value}function cr(a,i,t){var f=yt(i);return ar(a,t,f),a}bt.exports={hasProperty:pt,getPathInfo:gt,getPathValue:ur,setPathValue:cr}});var Z=q((mo,vt)=>{vt.exports=function(i,t,f){var e=i.__flags||(i.__flags=Object.create(null));if(arguments.length===3)e[t]=f;else return e[t]}});var xt=q((vo,wt)=>{var fr=Z();wt.exports=function(i,t){var f=fr(i,"negate"),e=t[0];return f?!e:e}});var Se=q((_e,Je)=>{(function(a,i){typeof _e=="object"&&typeof Je<"u"?Je.exports=i():typeof define=="function"&&define.amd?define(i):(a=typeof globalThis<"u"?globalThis:a||self,a.typeDetect=i())})(_e,(function(){"use strict";var a=typeof Promise=="function",i=(function(F){if(typeof globalThis=="object")return globalThis;Object.defineProperty(F,"typeDetectGlobalObject",{get:function(){return this},configurable:!0});var Q=typeDetectGlobalObject;return delete F.typeDetectGlobalObject,Q})(Object.prototype),t=typeof Symbol<"u",f=typeof Map<"u",e=typeof Set<"u",n=typeof WeakMap<"u",r=typeof WeakSet<"u",o=typeof DataView<"u",l=t&&typeof Symbol.iterator<"u",v=t&&typeof Symbol.toStringTag<"u",P=e&&typeof Set.prototype.entries=="function",R=f&&typeof Map.prototype.entries=="function",X=P&&Object.getPrototypeOf(new Set().entries()),K=R&&Object.getPrototypeOf(new Map().entries()),V=l&&typeof Array.prototype[Symbol.iterator]=="function",re=V&&Object.getPrototypeOf([][Symbol.iterator]()),_=l&&typeof String.prototype[Symbol.iterator]=="function",ce=_&&Object.getPrototypeOf(""[Symbol.iterator]()),fe=8,le=-1;function he(F){var Q=typeof F;if(Q!=="object")return Q;if(F===null)return"null";if(F===i)return"global";if(Array.isArray(F)&&(v===!1||!(Symbol.toStringTag in F)))return"Array";if(typeof window=="object"&&window!==null){if(typeof window.location=="object"&&F===window.location)return"Location";if(typeof window.document=="object"&&F===window.document)return"Document";if(typeof window.navigator=="object"){if(typeof window.navigator.mimeTypes=="object"&&F===window.navigator.mimeTypes)return"MimeTypeArray";if(typeof window.navigator.plugins=="object"&&F===window.navigator.plugins)return"PluginArray"}if((typeof window.HTMLElement=="function"||typeof window.HTMLElement=="object")&&F instanceof window.HTMLElement){if(F.tagName==="BLOCKQUOTE")return"HTMLQuoteElement";if(F.tagName==="TD")return"HTMLTableDataCellElement";if(F.tagName==="TH")return"HTMLTableHeaderCellElement"}}var H=v&&F[Symbol.toStringTag];if(typeof H=="string")return H;var z=Object.getPrototypeOf(F);return z===RegExp.prototype?"RegExp":z===Date.prototype?"Date":a&&z===Promise.prototype?"Promise":e&&z===Set.prototype?"Set":f&&z===Map.prototype?"Map":r&&z===WeakSet.prototype?"WeakSet":n&&z===WeakMap.prototype?"WeakMap":o&&z===DataView.prototype?"DataView":f&&z===K?"Map Iterator":e&&z===X?"Set Iterator":V&&z===re?"Array Iterator":_&&z===ce?"String Iterator":z===null?"Object":Object.prototype.toString.call(F).slice(fe,le)}return he}))});var Mt=q((wo,St)=>{var lr=$e(),Ze=Z(),hr=Se();St.exports=function(i,t){var f=Ze(i,"message"),e=Ze(i,"ssfi");f=f?f+": ":"",i=Ze(i,"object"),t=t.map(function(o){return o.toLowerCase()}),t.sort();var n=t.map(function(o,l){var v=~["a","e","i","o","u"].indexOf(o.charAt(0))?"an":"a",P=t.length>1&&l===t.length-1?"or ":"";return P+v+" "+o}).join(", "),r=hr(i).toLowerCase();if(!t.some(function(o){return r===o}))throw new lr(f+"object tested must be "+n+", but "+r+" given",void 0,e)}});var Qe=q((xo,Pt)=>{Pt.exports=function(i,t){return t.length>4?t[4]:i._obj}});var ze=q((So,Et)=>{"use strict";var dr=Function.prototype.toString,pr=/\s*function(?:\s|\s*\/\*[^(?:*\/)]+\*\/\s*)*([^\s\(\/]+)/,yr=512;function gr(a){if(typeof a!="function")return null;var i="";if(typeof Function.prototype.name>"u"&&typeof a.name>"u"){var t=dr.call(a);if(t.indexOf("(")>yr)return i;var f=t.match(pr);f&&(i=f[1])}else i=a.name;return i}Et.exports=gr});var Ot=q(()=>{});var Nt=q((Ce,qt)=>{(function(a,i){typeof Ce=="object"&&typeof qt<"u"?i(Ce):typeof define=="function"&&define.amd?define(["exports"],i):(a=typeof globalThis<"u"?globalThis:a||self,i(a.loupe={}))})(Ce,(function(a){"use strict";function i(u){"@babel/helpers - typeof";return typeof Symbol=="function"&&typeof Symbol.iterator=="symbol"?i=function(c){return typeof c}:i=function(c){return c&&typeof Symbol=="function"&&c.constructor===Symbol&&c!==Symbol.prototype?"symbol":typeof c},i(u)}function t(u,c){return f(u)||e(u,c)||n(u,c)||o()}function f(u){if(Array.isArray(u))return u}function e(u,c){if(!(typeof Symbol>"u"||!(Symbol.iterator in Object(u)))){var y=[],x=!0,M=!1,N=void 0;try{for(var D=u[Symbol.iterator](),B;!(x=(B=D.next()).done)&&(y.push(B.value),!(c&&y.length===c));x=!0);}catch(G){M=!0,N=G}finally{try{!x&&D.return!=null&&D.return()}finally{if(M)throw N}}return y}}function n(u,c){if(u){if(typeof u=="string")return r(u,c);var y=Object.prototype.toString.call(u).slice(8,-1);if(y==="Object"&&u.constructor&&(y=u.constructor.name),y==="Map"||y==="Set")return Array.from(u);if(y==="Arguments"||/^(?:Ui|I)nt(?:8|16|32)(?:Clamped)?Array$/.test(y))return r(u,c)}}function r(u,c){(c==null||c>u.length)&&(c=u.length);for(var y=0,x=new Array(c);y<c;y++)x[y]=u[y];return x}function o(){throw new TypeError(`Invalid attempt to destructure non-iterable instance.
In order to be iterable, non-array objects must have a [Symbol.iterator]() method.`)}var l={bold:["1","22"],dim:["2","22"],italic:["3","23"],underline:["4","24"],inverse:["7","27"],hidden:["8","28"],strike:["9","29"],black:["30","39"],red:["31","39"],green:["32","39"],yellow:["33","39"],blue:["34","39"],magenta:["35","39"],cyan:["36","39"],white:["37","39"],brightblack:["30;1","39"],brightred:["31;1","39"],brightgreen:["32;1","39"],brightyellow:["33;1","39"],brightblue:["34;1","39"],brightmagenta:["35;1","39"],brightcyan:["36;1","39"],brightwhite:["37;1","39"],grey:["90","39"]},v={special:"cyan",number:"yellow",bigint:"yellow",boolean:"yellow",undefined:"grey",null:"bold",string:"green",symbol:"green",date:"magenta",regexp:"red"},P="\u2026";function R(u,c){var y=l[v[c]]||l[c];return y?"\x1B[".concat(y[0],"m").concat(String(u),"\x1B[").concat(y[1],"m"):String(u)}function X(){var u=arguments.length>0&&arguments[0]!==void 0?arguments[0]:{},c=u.showHidden,y=c===void 0?!1:c,x=u.depth,M=x===void 0?2:x,N=u.colors,D=N===void 0?!1:N,B=u.customInspect,G=B===void 0?!0:B,W=u.showProxy,J=W===void 0?!1:W,oe=u.maxArrayLength,Re=oe===void 0?1/0:oe,we=u.breakLength,pe=we===void 0?1/0:we,xe=u.seen,or=xe===void 0?[]:xe,ct=u.truncate,ir=ct===void 0?1/0:ct,ft=u.stylize,sr=ft===void 0?String:ft,Ue={showHidden:!!y,depth:Number(M),colors:!!D,customInspect:!!G,showProxy:!!J,maxArrayLength:Number(Re),breakLength:Number(pe),truncate:Number(ir),seen:or,stylize:sr};return Ue.colors&&(Ue.stylize=R),Ue}function K(u,c){var y=arguments.length>2&&arguments[2]!==void 0?arguments[2]:P;u=String(u);var x=y.length,M=u.length;return x>c&&M>x?y:M>c&&M>x?"".concat(u.slice(0,c-x)).concat(y):u}function V(u,c,y){var x=arguments.length>3&&arguments[3]!==void 0?arguments[3]:", ";y=y||c.inspect;var M=u.length;if(M===0)return"";for(var N=c.truncate,D="",B="",G="",W=0;W<M;W+=1){var J=W+1===u.length,oe=W+2===u.length;G="".concat(P,"(").concat(u.length-W,")");var Re=u[W];c.truncate=N-D.length-(J?0:x.length);var we=B||y(Re,c)+(J?"":x),pe=D.length+we.length,xe=pe+G.length;if(J&&pe>N&&D.length+G.length<=N||!J&&!oe&&xe>N||(B=J?"":y(u[W+1],c)+(oe?"":x),!J&&oe&&xe>N&&pe+B.length>N))break;if(D+=we,!J&&!oe&&pe+B.length>=N){G="".concat(P,"(").concat(u.length-W-1,")");break}G=""}return"".concat(D).concat(G)}function re(u){return u.match(/^[a-zA-Z_][a-zA-Z_0-9]*$/)?u:JSON.stringify(u).replace(/'/g,"\\'").replace(/\\"/g,'"').replace(/(^"|"$)/g,"'")}function _(u,c){var y=t(u,2),x=y[0],M=y[1];return c.truncate-=2,typeof x=="string"?x=re(x):typeof x!="number"&&(x="[".concat(c.inspect(x,c),"]")),c.truncate-=x.length,M=c.inspect(M,c),"".concat(x,": ").concat(M)}function ce(u,c){var y=Object.keys(u).slice(u.length);if(!u.length&&!y.length)return"[]";c.truncate-=4;var x=V(u,c);c.truncate-=x.length;var M="";return y.length&&(M=V(y.map(function(N){return[N,u[N]]}),c,_)),"[ ".concat(x).concat(M?", ".concat(M):""," ]")}var fe=Function.prototype.toString,le=/\s*function(?:\s|\s*\/\*[^(?:*\/)]+\*\/\s*)*([^\s\(\/]+)/,he=512;function F(u){if(typeof u!="function")return null;var c="";if(typeof Function.prototype.name>"u"&&typeof u.name>"u"){var y=fe.call(u);if(y.indexOf("(")>he)return c;var x=y.match(le);x&&(c=x[1])}else c=u.name;return c}var Q=F,H=function(c){return typeof Buffer=="function"&&c instanceof Buffer?"Buffer":c[Symbol.toStringTag]?c[Symbol.toStringTag]:Q(c.constructor)};function z(u,c){var y=H(u);c.truncate-=y.length+4;var x=Object.keys(u).slice(u.length);if(!u.length&&!x.length)return"".concat(y,"[]");for(var M="",N=0;N<u.length;N++){var D="".concat(c.stylize(K(u[N],c.truncate),"number")).concat(N===u.length-1?"":", ");if(c.truncate-=D.length,u[N]!==u.length&&c.truncate<=3){M+="".concat(P,"(").concat(u.length-u[N]+1,")");break}M+=D}var B="";return x.length&&(B=V(x.map(function(G){return[G,u[G]]}),c,_)),"".concat(y,"[ ").concat(M).concat(B?", ".concat(B):""," ]")}function ge(u,c){var y=u.toJSON();if(y===null)return"Invalid Date";var x=y.split("T"),M=x[0];return c.stylize("".concat(M,"T").concat(K(x[1],c.truncate-M.length-1)),"date")}function be(u,c){var y=Q(u);return y?c.stylize("[Function ".concat(K(y,c.truncate-11),"]"),"special"):c.stylize("[Function]","special")}function Ne(u,c){var y=t(u,2),x=y[0],M=y[1];return c.truncate-=4,x=c.inspect(x,c),c.truncate-=x.length,M=c.inspect(M,c),"".concat(x," => ").concat(M)}function Ae(u){var c=[];return u.forEach(function(y,x){c.push([x,y])}),c}function Ke(u,c){var y=u.size-1;return y<=0?"Map{}":(c.truncate-=7,"Map{ ".concat(V(Ae(u),c,Ne)," }"))}var Le=Number.isNaN||function(u){return u!==u};function me(u,c){return Le(u)?c.stylize("NaN","number"):u===1/0?c.stylize("Infinity","number"):u===-1/0?c.stylize("-Infinity","number"):u===0?c.stylize(1/u===1/0?"+0":"-0","number"):c.stylize(K(u,c.truncate),"number")}function ve(u,c){var y=K(u.toString(),c.truncate-1);return y!==P&&(y+="n"),c.stylize(y,"bigint")}function je(u,c){var y=u.toString().split("/")[2],x=c.truncate-(2+y.length),M=u.source;return c.stylize("/".concat(K(M,x),"/").concat(y),"regexp")}function We(u){var c=[];return u.forEach(function(y){c.push(y)}),c}function s(u,c){return u.size===0?"Set{}":(c.truncate-=7,"Set{ ".concat(V(We(u),c)," }"))}var h=new RegExp("['\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u0600-\\u0604\\u070f\\u17b4\\u17b5\\u200c-\\u200f\\u2028-\\u202f\\u2060-\\u206f\\ufeff\\ufff0-\\uffff]","g"),p={"\b":"\\b","	":"\\t","\n":"\\n","\f":"\\f","\r":"\\r","'":"\\'","\\":"\\\\"},g=16,m=4;function w(u){return p[u]||"\\u".concat("0000".concat(u.charCodeAt(0).toString(g)).slice(-m))}function b(u,c){return h.test(u)&&(u=u.replace(h,w)),c.stylize("'".concat(K(u,c.truncate-2),"'"),"string")}function d(u){return"description"in Symbol.prototype?u.description?"Symbol(".concat(u.description,")"):"Symbol()":u.toString()}var S=function(){return"Promise{\u2026}"};try{var E=process.binding("util"),O=E.getPromiseDetails,k=E.kPending,j=E.kRejected;Array.isArray(O(Promise.resolve()))&&(S=function(c,y){var x=O(c),M=t(x,2),N=M[0],D=M[1];return N===k?"Promise{<pending>}":"Promise".concat(N===j?"!":"","{").concat(y.inspect(D,y),"}")})}catch{}var A=S;function T(u,c){var y=Object.getOwnPropertyNames(u),x=Object.getOwnPropertySymbols?Object.getOwnPropertySymbols(u):[];if(y.length===0&&x.length===0)return"{}";if(c.truncate-=4,c.seen=c.seen||[],c.seen.indexOf(u)>=0)return"[Circular]";c.seen.push(u);var M=V(y.map(function(B){return[B,u[B]]}),c,_),N=V(x.map(function(B){return[B,u[B]]}),c,_);c.seen.pop();var D="";return M&&N&&(D=", "),"{ ".concat(M).concat(D).concat(N," }")}var C=typeof Symbol<"u"&&Symbol.toStringTag?Symbol.toStringTag:!1;function L(u,c){var y="";return C&&C in u&&(y=u[C]),y=y||Q(u.constructor),(!y||y==="_class")&&(y="<Anonymous Class>"),c.truncate-=y.length,"".concat(y).concat(T(u,c))}function ee(u,c){return u.length===0?"Arguments[]":(c.truncate-=13,"Arguments[ ".concat(V(u,c)," ]"))}var U=["stack","line","column","name","message","fileName","lineNumber","columnNumber","number","description"];function Y(u,c){var y=Object.getOwnPropertyNames(u).filter(function(D){return U.indexOf(D)===-1}),x=u.name;c.truncate-=x.length;var M="";typeof u.message=="string"?M=K(u.message,c.truncate):y.unshift("message"),M=M?": ".concat(M):"",c.truncate-=M.length+5;var N=V(y.map(function(D){return[D,u[D]]}),c,_);return"".concat(x).concat(M).concat(N?" { ".concat(N," }"):"")}function Yn(u,c){var y=t(u,2),x=y[0],M=y[1];return c.truncate-=3,M?"".concat(c.stylize(x,"yellow"),"=").concat(c.stylize('"'.concat(M,'"'),"string")):"".concat(c.stylize(x,"yellow"))}function Ge(u,c){return V(u,c,it,`
`)}function it(u,c){var y=u.getAttributeNames(),x=u.tagName.toLowerCase(),M=c.stylize("<".concat(x),"special"),N=c.stylize(">","special"),D=c.stylize("</".concat(x,">"),"special");c.truncate-=x.length*2+5;var B="";y.length>0&&(B+=" ",B+=V(y.map(function(J){return[J,u.getAttribute(J)]}),c,Yn," ")),c.truncate-=B.length;var G=c.truncate,W=Ge(u.children,c);return W&&W.length>G&&(W="".concat(P,"(").concat(u.children.length,")")),"".concat(M).concat(B).concat(N).concat(W).concat(D)}var Xn=typeof Symbol=="function"&&typeof Symbol.for=="function",Te=Xn?Symbol.for("chai/inspect"):"@@chai/inspect",de=!1;try{var st=Ot();de=st.inspect?st.inspect.custom:!1}catch{de=!1}function at(){this.key="chai/loupe__"+Math.random()+Date.now()}at.prototype={get:function(c){return c[this.key]},has:function(c){return this.key in c},set:function(c,y){Object.isExtensible(c)&&Object.defineProperty(c,this.key,{value:y,configurable:!0})}};var De=new(typeof WeakMap=="function"?WeakMap:at),Ie={},ut={undefined:function(c,y){return y.stylize("undefined","undefined")},null:function(c,y){return y.stylize(null,"null")},boolean:function(c,y){return y.stylize(c,"boolean")},Boolean:function(c,y){return y.stylize(c,"boolean")},number:me,Number:me,bigint:ve,BigInt:ve,string:b,String:b,function:be,Function:be,symbol:d,Symbol:d,Array:ce,Date:ge,Map:Ke,Set:s,RegExp:je,Promise:A,WeakSet:function(c,y){return y.stylize("WeakSet{\u2026}","special")},WeakMap:function(c,y){return y.stylize("WeakMap{\u2026}","special")},Arguments:ee,Int8Array:z,Uint8Array:z,Uint8ClampedArray:z,Int16Array:z,Uint16Array:z,Int32Array:z,Uint32Array:z,Float32Array:z,Float64Array:z,Generator:function(){return""},DataView:function(){return""},ArrayBuffer:function(){return""},Error:Y,HTMLCollection:Ge,NodeList:Ge},Hn=function(c,y,x){return Te in c&&typeof c[Te]=="function"?c[Te](y):de&&de in c&&typeof c[de]=="function"?c[de](y.depth,y):"inspect"in c&&typeof c.inspect=="function"?c.inspect(y.depth,y):"constructor"in c&&De.has(c.constructor)?De.get(c.constructor)(c,y):Ie[x]?Ie[x](c,y):""},er=Object.prototype.toString;function ke(u,c){c=X(c),c.inspect=ke;var y=c,x=y.customInspect,M=u===null?"null":i(u);if(M==="object"&&(M=er.call(u).slice(8,-1)),ut[M])return ut[M](u,c);if(x&&u){var N=Hn(u,c,M);if(N)return typeof N=="string"?N:ke(N,c)}var D=u?Object.getPrototypeOf(u):!1;return D===Object.prototype||D===null?T(u,c):u&&typeof HTMLElement=="function"&&u instanceof HTMLElement?it(u,c):"constructor"in u?u.constructor!==Object?L(u,c):T(u,c):u===Object(u)?T(u,c):c.stylize(String(u),M)}function tr(u,c){return De.has(u)?!1:(De.set(u,c),!0)}function nr(u,c){return u in Ie?!1:(Ie[u]=c,!0)}var rr=Te;a.custom=rr,a.default=ke,a.inspect=ke,a.registerConstructor=tr,a.registerStringTag=nr,Object.defineProperty(a,"__esModule",{value:!0})}))});var se=q((Eo,At)=>{At.exports={includeStack:!1,showDiff:!0,truncateThreshold:40,useProxy:!0,proxyExcludedKeys:["then","catch","inspect","toJSON"],deepEqual:null}});var Be=q((qo,Tt)=>{var Oo=ze(),br=Nt(),jt=se();Tt.exports=mr;function mr(a,i,t,f){var e={colors:f,depth:typeof t>"u"?2:t,showHidden:i,truncate:jt.truncateThreshold?jt.truncateThreshold:1/0};return br.inspect(a,e)}});var Ye=q((No,It)=>{var vr=Be(),Dt=se();It.exports=function(i){var t=vr(i),f=Object.prototype.toString.call(i);if(Dt.truncateThreshold&&t.length>=Dt.truncateThreshold){if(f==="[object Function]")return!i.name||i.name===""?"[Function]":"[Function: "+i.name+"]";if(f==="[object Array]")return"[ Array("+i.length+") ]";if(f==="[object Object]"){var e=Object.keys(i),n=e.length>2?e.splice(0,2).join(", ")+", ...":e.join(", ");return"{ Object ("+n+") }"}else return t}else return t}});var zt=q((Ao,kt)=>{var Xe=Z(),wr=Qe(),He=Ye();kt.exports=function(i,t){var f=Xe(i,"negate"),e=Xe(i,"object"),n=t[3],r=wr(i,t),o=f?t[2]:t[1],l=Xe(i,"message");return typeof o=="function"&&(o=o()),o=o||"",o=o.replace(/#\{this\}/g,function(){return He(e)}).replace(/#\{act\}/g,function(){return He(r)}).replace(/#\{exp\}/g,function(){return He(n)}),l?l+": "+o:o}});var te=q((jo,Ct)=>{Ct.exports=function(i,t,f){var e=i.__flags||(i.__flags=Object.create(null));t.__flags||(t.__flags=Object.create(null)),f=arguments.length===3?f:!0;for(var n in e)(f||n!=="object"&&n!=="ssfi"&&n!=="lockSsfi"&&n!="message")&&(t.__flags[n]=e[n])}});var Jt=q((To,nt)=>{"use strict";var Bt=Se();function Ut(){this._key="chai/deep-eql__"+Math.random()+Date.now()}Ut.prototype={get:function(i){return i[this._key]},set:function(i,t){Object.isExtensible(i)&&Object.defineProperty(i,this._key,{value:t,configurable:!0})}};var tt=typeof WeakMap=="function"?WeakMap:Ut;function Ft(a,i,t){if(!t||ye(a)||ye(i))return null;var f=t.get(a);if(f){var e=f.get(i);if(typeof e=="boolean")return e}return null}function Fe(a,i,t,f){if(!(!t||ye(a)||ye(i))){var e=t.get(a);e?e.set(i,f):(e=new tt,e.set(i,f),t.set(a,e))}}nt.exports=Ve;nt.exports.MemoizeMap=tt;function Ve(a,i,t){if(t&&t.comparator)return Vt(a,i,t);var f=$t(a,i);return f!==null?f:Vt(a,i,t)}function $t(a,i){return a===i?a!==0||1/a===1/i:a!==a&&i!==i?!0:ye(a)||ye(i)?!1:null}function Vt(a,i,t){t=t||{},t.memoize=t.memoize===!1?!1:t.memoize||new tt;var f=t&&t.comparator,e=Ft(a,i,t.memoize);if(e!==null)return e;var n=Ft(i,a,t.memoize);if(n!==null)return n;if(f){var r=f(a,i);if(r===!1||r===!0)return Fe(a,i,t.memoize,r),r;var o=$t(a,i);if(o!==null)return o}var l=Bt(a);if(l!==Bt(i))return Fe(a,i,t.memoize,!1),!1;Fe(a,i,t.memoize,!0);var v=xr(a,i,l,t);return Fe(a,i,t.memoize,v),v}function xr(a,i,t,f){switch(t){case"String":case"Number":case"Boolean":case"Date":return Ve(a.valueOf(),i.valueOf());case"Promise":case"Symbol":case"function":case"WeakMap":case"WeakSet":return a===i;case"Error":return _t(a,i,["name","message","code"],f);case"Arguments":case"Int8Array":case"Uint8Array":case"Uint8ClampedArray":case"Int16Array":case"Uint16Array":case"Int32Array":case"Uint32Array":case"Float32Array":case"Float64Array":case"Array":return ae(a,i,f);case"RegExp":return Sr(a,i);case"Generator":return Mr(a,i,f);case"DataView":return ae(new Uint8Array(a.buffer),new Uint8Array(i.buffer),f);case"ArrayBuffer":return ae(new Uint8Array(a),new Uint8Array(i),f);case"Set":return Kt(a,i,f);case"Map":return Kt(a,i,f);case"Temporal.PlainDate":case"Temporal.PlainTime":case"Temporal.PlainDateTime":case"Temporal.Instant":case"Temporal.ZonedDateTime":case"Temporal.PlainYearMonth":case"Temporal.PlainMonthDay":return a.equals(i);case"Temporal.Duration":return a.total("nanoseconds")===i.total("nanoseconds");case"Temporal.TimeZone":case"Temporal.Calendar":return a.toString()===i.toString();default:return Er(a,i,f)}}function Sr(a,i){return a.toString()===i.toString()}function Kt(a,i,t){try{if(a.size!==i.size)return!1;if(a.size===0)return!0}catch{return!1}var f=[],e=[];return a.forEach(function(r,o){f.push([r,o])}),i.forEach(function(r,o){e.push([r,o])}),ae(f.sort(),e.sort(),t)}function ae(a,i,t){var f=a.length;if(f!==i.length)return!1;if(f===0)return!0;for(var e=-1;++e<f;)if(Ve(a[e],i[e],t)===!1)return!1;return!0}function Mr(a,i,t){return ae(et(a),et(i),t)}function Pr(a){return typeof Symbol<"u"&&typeof a=="object"&&typeof Symbol.iterator<"u"&&typeof a[Symbol.iterator]=="function"}function Lt(a){if(Pr(a))try{return et(a[Symbol.iterator]())}catch{return[]}return[]}function et(a){for(var i=a.next(),t=[i.value];i.done===!1;)i=a.next(),t.push(i.value);return t}function Wt(a){var i=[];for(var t in a)i.push(t);return i}function Gt(a){for(var i=[],t=Object.getOwnPropertySymbols(a),f=0;f<t.length;f+=1){var e=t[f];Object.getOwnPropertyDescriptor(a,e).enumerable&&i.push(e)}return i}function _t(a,i,t,f){var e=t.length;if(e===0)return!0;for(var n=0;n<e;n+=1)if(Ve(a[t[n]],i[t[n]],f)===!1)return!1;return!0}function Er(a,i,t){var f=Wt(a),e=Wt(i),n=Gt(a),r=Gt(i);if(f=f.concat(n),e=e.concat(r),f.length&&f.length===e.length)return ae(Rt(f).sort(),Rt(e).sort())===!1?!1:_t(a,i,f,t);var o=Lt(a),l=Lt(i);return o.length&&o.length===l.length?(o.sort(),l.sort(),ae(o,l,t)):f.length===0&&o.length===0&&e.length===0&&l.length===0}function ye(a){return a===null||typeof a!="object"}function Rt(a){return a.map(function(t){return typeof t=="symbol"?t.toString():t})}});var Me=q((Do,Zt)=>{var Or=se();Zt.exports=function(){return Or.useProxy&&typeof Proxy<"u"&&typeof Reflect<"u"}});var Xt=q((Io,Yt)=>{var qr=ne(),Qt=Z(),Nr=Me(),Ar=te();Yt.exports=function(i,t,f){f=f===void 0?function(){}:f,Object.defineProperty(i,t,{get:function e(){!Nr()&&!Qt(this,"lockSsfi")&&Qt(this,"ssfi",e);var n=f.call(this);if(n!==void 0)return n;var r=new qr.Assertion;return Ar(this,r),r},configurable:!0})}});var Pe=q((ko,Ht)=>{var jr=Object.getOwnPropertyDescriptor(function(){},"length");Ht.exports=function(i,t,f){return jr.configurable&&Object.defineProperty(i,"length",{get:function(){throw Error(f?"Invalid Chai property: "+t+'.length. Due to a compatibility issue, "length" cannot directly follow "'+t+'". Use "'+t+'.lengthOf" instead.':"Invalid Chai property: "+t+'.length. See docs for proper usage of "'+t+'".')}}),i}});var tn=q((zo,en)=>{en.exports=function(i){var t=Object.getOwnPropertyNames(i);function f(n){t.indexOf(n)===-1&&t.push(n)}for(var e=Object.getPrototypeOf(i);e!==null;)Object.getOwnPropertyNames(e).forEach(f),e=Object.getPrototypeOf(e);return t}});var Ee=q((Co,on)=>{var Tr=se(),nn=Z(),Dr=tn(),Ir=Me();var rn=["__flags","__methods","_obj","assert"];on.exports=function(i,t){return Ir()?new Proxy(i,{get:function f(e,n){if(typeof n=="string"&&Tr.proxyExcludedKeys.indexOf(n)===-1&&!Reflect.has(e,n)){if(t)throw Error("Invalid Chai property: "+t+"."+n+'. See docs for proper usage of "'+t+'".');var r=null,o=4;throw Dr(e).forEach(function(l){if(!Object.prototype.hasOwnProperty(l)&&rn.indexOf(l)===-1){var v=kr(n,l,o);v<o&&(r=l,o=v)}}),Error(r!==null?"Invalid Chai property: "+n+'. Did you mean "'+r+'"?':"Invalid Chai property: "+n)}return rn.indexOf(n)===-1&&!nn(e,"lockSsfi")&&nn(e,"ssfi",f),Reflect.get(e,n)}}):i};function kr(a,i,t){if(Math.abs(a.length-i.length)>=t)return t;for(var f=[],e=0;e<=a.length;e++)f[e]=Array(i.length+1).fill(0),f[e][0]=e;for(var n=0;n<i.length;n++)f[0][n]=n;for(var e=1;e<=a.length;e++)for(var r=a.charCodeAt(e-1),n=1;n<=i.length;n++){if(Math.abs(e-n)>=t){f[e][n]=t;continue}f[e][n]=Math.min(f[e-1][n]+1,f[e][n-1]+1,f[e-1][n-1]+(r===i.charCodeAt(n-1)?0:1))}return f[a.length][i.length]}});var un=q((Bo,an)=>{var zr=Pe(),Cr=ne(),sn=Z(),Br=Ee(),Fr=te();an.exports=function(i,t,f){var e=function(){sn(this,"lockSsfi")||sn(this,"ssfi",e);var n=f.apply(this,arguments);if(n!==void 0)return n;var r=new Cr.Assertion;return Fr(this,r),r};zr(e,t,!1),i[t]=Br(e,t)}});var fn=q((Fo,cn)=>{var Vr=ne(),Oe=Z(),Kr=Me(),Lr=te();cn.exports=function(i,t,f){var e=Object.getOwnPropertyDescriptor(i,t),n=function(){};e&&typeof e.get=="function"&&(n=e.get),Object.defineProperty(i,t,{get:function r(){!Kr()&&!Oe(this,"lockSsfi")&&Oe(this,"ssfi",r);var o=Oe(this,"lockSsfi");Oe(this,"lockSsfi",!0);var l=f(n).call(this);if(Oe(this,"lockSsfi",o),l!==void 0)return l;var v=new Vr.Assertion;return Lr(this,v),v},configurable:!0})}});var hn=q((Vo,ln)=>{var Wr=Pe(),Gr=ne(),qe=Z(),Rr=Ee(),Ur=te();ln.exports=function(i,t,f){var e=i[t],n=function(){throw new Error(t+" is not a function")};e&&typeof e=="function"&&(n=e);var r=function(){qe(this,"lockSsfi")||qe(this,"ssfi",r);var o=qe(this,"lockSsfi");qe(this,"lockSsfi",!0);var l=f(n).apply(this,arguments);if(qe(this,"lockSsfi",o),l!==void 0)return l;var v=new Gr.Assertion;return Ur(this,v),v};Wr(r,t,!1),i[t]=Rr(r,t)}});var bn=q((Ko,gn)=>{var $r=Pe(),_r=ne(),dn=Z(),Jr=Ee(),pn=te();var Zr=typeof Object.setPrototypeOf=="function",yn=function(){},Qr=Object.getOwnPropertyNames(yn).filter(function(a){var i=Object.getOwnPropertyDescriptor(yn,a);return typeof i!="object"?!0:!i.configurable}),Yr=Function.prototype.call,Xr=Function.prototype.apply;gn.exports=function(i,t,f,e){typeof e!="function"&&(e=function(){});var n={method:f,chainingBehavior:e};i.__methods||(i.__methods={}),i.__methods[t]=n,Object.defineProperty(i,t,{get:function(){n.chainingBehavior.call(this);var o=function(){dn(this,"lockSsfi")||dn(this,"ssfi",o);var P=n.method.apply(this,arguments);if(P!==void 0)return P;var R=new _r.Assertion;return pn(this,R),R};if($r(o,t,!0),Zr){var l=Object.create(this);l.call=Yr,l.apply=Xr,Object.setPrototypeOf(o,l)}else{var v=Object.getOwnPropertyNames(i);v.forEach(function(P){if(Qr.indexOf(P)===-1){var R=Object.getOwnPropertyDescriptor(i,P);Object.defineProperty(o,P,R)}})}return pn(this,o),Jr(o)},configurable:!0})}});var xn=q((Lo,wn)=>{var mn=ne(),vn=te();wn.exports=function(i,t,f,e){var n=i.__methods[t],r=n.chainingBehavior;n.chainingBehavior=function(){var v=e(r).call(this);if(v!==void 0)return v;var P=new mn.Assertion;return vn(this,P),P};var o=n.method;n.method=function(){var v=f(o).apply(this,arguments);if(v!==void 0)return v;var P=new mn.Assertion;return vn(this,P),P}}});var Pn=q((Wo,Mn)=>{var Sn=Be();Mn.exports=function(i,t){return Sn(i)<Sn(t)?-1:1}});var rt=q((Go,En)=>{En.exports=function(i){return typeof Object.getOwnPropertySymbols!="function"?[]:Object.getOwnPropertySymbols(i).filter(function(t){return Object.getOwnPropertyDescriptor(i,t).enumerable})}});var qn=q((Ro,On)=>{var Hr=rt();On.exports=function(i){return Object.keys(i).concat(Hr(i))}});var An=q((Uo,Nn)=>{"use strict";var ot=ze();function eo(a,i){return i instanceof Error&&a===i}function to(a,i){return i instanceof Error?a.constructor===i.constructor||a instanceof i.constructor:i.prototype instanceof Error||i===Error?a.constructor===i||a instanceof i:!1}function no(a,i){var t=typeof a=="string"?a:a.message;return i instanceof RegExp?i.test(t):typeof i=="string"?t.indexOf(i)!==-1:!1}function ro(a){var i=a;if(a instanceof Error)i=ot(a.constructor);else if(typeof a=="function"&&(i=ot(a),i==="")){var t=ot(new a);i=t||i}return i}function oo(a){var i="";return a&&a.message?i=a.message:typeof a=="string"&&(i=a),i}Nn.exports={compatibleInstance:eo,compatibleConstructor:to,compatibleMessage:no,getMessage:oo,getConstructorName:ro}});var Tn=q(($o,jn)=>{function io(a){return a!==a}jn.exports=Number.isNaN||io});var kn=q((_o,In)=>{var so=Se(),Dn=Z();function ao(a){var i=so(a),t=["Array","Object","function"];return t.indexOf(i)!==-1}In.exports=function(i,t){var f=Dn(i,"operator"),e=Dn(i,"negate"),n=t[3],r=e?t[2]:t[1];if(f)return f;if(typeof r=="function"&&(r=r()),r=r||"",!!r&&!/\shave\s/.test(r)){var o=ao(n);return/\snot\s/.test(r)?o?"notDeepStrictEqual":"notStrictEqual":o?"deepStrictEqual":"strictEqual"}}});var Cn=q(I=>{var zn=mt();I.test=xt();I.type=Se();I.expectTypes=Mt();I.getMessage=zt();I.getActual=Qe();I.inspect=Be();I.objDisplay=Ye();I.flag=Z();I.transferFlags=te();I.eql=Jt();I.getPathInfo=zn.getPathInfo;I.hasProperty=zn.hasProperty;I.getName=ze();I.addProperty=Xt();I.addMethod=un();I.overwriteProperty=fn();I.overwriteMethod=hn();I.addChainableMethod=bn();I.overwriteChainableMethod=xn();I.compareByInspect=Pn();I.getOwnEnumerablePropertySymbols=rt();I.getOwnEnumerableProperties=qn();I.checkError=An();I.proxify=Ee();I.addLengthGuard=Pe();I.isProxyEnabled=Me();I.isNaN=Tn();I.getOperator=kn()});var Fn=q((Zo,Bn)=>{var ue=se();Bn.exports=function(a,i){var t=a.AssertionError,f=i.flag;a.Assertion=e;function e(n,r,o,l){return f(this,"ssfi",o||e),f(this,"lockSsfi",l),f(this,"object",n),f(this,"message",r),f(this,"eql",ue.deepEqual||i.eql),i.proxify(this)}Object.defineProperty(e,"includeStack",{get:function(){return console.warn("Assertion.includeStack is deprecated, use chai.config.includeStack instead."),ue.includeStack},set:function(n){console.warn("Assertion.includeStack is deprecated, use chai.config.includeStack instead."),ue.includeStack=n}}),Object.defineProperty(e,"showDiff",{get:function(){return console.warn("Assertion.showDiff is deprecated, use chai.config.showDiff instead."),ue.showDiff},set:function(n){console.warn("Assertion.showDiff is deprecated, use chai.config.showDiff instead."),ue.showDiff=n}}),e.addProperty=function(n,r){i.addProperty(this.prototype,n,r)},e.addMethod=function(n,r){i.addMethod(this.prototype,n,r)},e.addChainableMethod=function(n,r,o){i.addChainableMethod(this.prototype,n,r,o)},e.overwriteProperty=function(n,r){i.overwriteProperty(this.prototype,n,r)},e.overwriteMethod=function(n,r){i.overwriteMethod(this.prototype,n,r)},e.overwriteChainableMethod=function(n,r,o){i.overwriteChainableMethod(this.prototype,n,r,o)},e.prototype.assert=function(n,r,o,l,v,P){var R=i.test(this,arguments);if(P!==!1&&(P=!0),l===void 0&&v===void 0&&(P=!1),ue.showDiff!==!0&&(P=!1),!R){r=i.getMessage(this,arguments);var X=i.getActual(this,arguments),K={actual:X,expected:l,showDiff:P},V=i.getOperator(this,arguments);throw V&&(K.operator=V),new t(r,K,ue.includeStack?this.assert:f(this,"ssfi"))}};Object.defineProperty(e.prototype,"_obj",{get:function(){return f(this,"object")},set:function(n){f(this,"object",n)}})}});var Kn=q((Qo,Vn)=>{Vn.exports=function(a,i){var t=a.Assertion,f=a.AssertionError,e=i.flag;["to","be","been","is","and","has","have","with","that","which","at","of","same","but","does","still","also"].forEach(function(s){t.addProperty(s)}),t.addProperty("not",function(){e(this,"negate",!0)}),t.addProperty("deep",function(){e(this,"deep",!0)}),t.addProperty("nested",function(){e(this,"nested",!0)}),t.addProperty("own",function(){e(this,"own",!0)}),t.addProperty("ordered",function(){e(this,"ordered",!0)}),t.addProperty("any",function(){e(this,"any",!0),e(this,"all",!1)}),t.addProperty("all",function(){e(this,"all",!0),e(this,"any",!1)});function n(s,h){h&&e(this,"message",h),s=s.toLowerCase();var p=e(this,"object"),g=~["a","e","i","o","u"].indexOf(s.charAt(0))?"an ":"a ";this.assert(s===i.type(p).toLowerCase(),"expected #{this} to be "+g+s,"expected #{this} not to be "+g+s)}t.addChainableMethod("an",n),t.addChainableMethod("a",n);function r(s,h){return i.isNaN(s)&&i.isNaN(h)||s===h}function o(){e(this,"contains",!0)}function l(s,h){h&&e(this,"message",h);var p=e(this,"object"),g=i.type(p).toLowerCase(),m=e(this,"message"),w=e(this,"negate"),b=e(this,"ssfi"),d=e(this,"deep"),S=d?"deep ":"",E=d?e(this,"eql"):r;m=m?m+": ":"";var O=!1;switch(g){case"string":O=p.indexOf(s)!==-1;break;case"weakset":if(d)throw new f(m+"unable to use .deep.include with WeakSet",void 0,b);O=p.has(s);break;case"map":p.forEach(function(T){O=O||E(T,s)});break;case"set":d?p.forEach(function(T){O=O||E(T,s)}):O=p.has(s);break;case"array":d?O=p.some(function(T){return E(T,s)}):O=p.indexOf(s)!==-1;break;default:if(s!==Object(s))throw new f(m+"the given combination of arguments ("+g+" and "+i.type(s).toLowerCase()+") is invalid for this assertion. You can use an array, a map, an object, a set, a string, or a weakset instead of a "+i.type(s).toLowerCase(),void 0,b);var k=Object.keys(s),j=null,A=0;if(k.forEach(function(T){var C=new t(p);if(i.transferFlags(this,C,!0),e(C,"lockSsfi",!0),!w||k.length===1){C.property(T,s[T]);return}try{C.property(T,s[T])}catch(L){if(!i.checkError.compatibleConstructor(L,f))throw L;j===null&&(j=L),A++}},this),w&&k.length>1&&A===k.length)throw j;return}this.assert(O,"expected #{this} to "+S+"include "+i.inspect(s),"expected #{this} to not "+S+"include "+i.inspect(s))}t.addChainableMethod("include",l,o),t.addChainableMethod("contain",l,o),t.addChainableMethod("contains",l,o),t.addChainableMethod("includes",l,o),t.addProperty("ok",function(){this.assert(e(this,"object"),"expected #{this} to be truthy","expected #{this} to be falsy")}),t.addProperty("true",function(){this.assert(e(this,"object")===!0,"expected #{this} to be true","expected #{this} to be false",!e(this,"negate"))}),t.addProperty("false",function(){this.assert(e(this,"object")===!1,"expected #{this} to be false","expected #{this} to be true",!!e(this,"negate"))}),t.addProperty("null",function(){this.assert(e(this,"object")===null,"expected #{this} to be null","expected #{this} not to be null")}),t.addProperty("undefined",function(){this.assert(e(this,"object")===void 0,"expected #{this} to be undefined","expected #{this} not to be undefined")}),t.addProperty("NaN",function(){this.assert(i.isNaN(e(this,"object")),"expected #{this} to be NaN","expected #{this} not to be NaN")});function v(){var s=e(this,"object");this.assert(s!=null,"expected #{this} to exist","expected #{this} to not exist")}t.addProperty("exist",v),t.addProperty("exists",v),t.addProperty("empty",function(){var s=e(this,"object"),h=e(this,"ssfi"),p=e(this,"message"),g;switch(p=p?p+": ":"",i.type(s).toLowerCase()){case"array":case"string":g=s.length;break;case"map":case"set":g=s.size;break;case"weakmap":case"weakset":throw new f(p+".empty was passed a weak collection",void 0,h);case"function":var m=p+".empty was passed a function "+i.getName(s);throw new f(m.trim(),void 0,h);default:if(s!==Object(s))throw new f(p+".empty was passed non-string primitive "+i.inspect(s),void 0,h);g=Object.keys(s).length}this.assert(g===0,"expected #{this} to be empty","expected #{this} not to be empty")});function P(){var s=e(this,"object"),h=i.type(s);this.assert(h==="Arguments","expected #{this} to be arguments but got "+h,"expected #{this} to not be arguments")}t.addProperty("arguments",P),t.addProperty("Arguments",P);function R(s,h){h&&e(this,"message",h);var p=e(this,"object");if(e(this,"deep")){var g=e(this,"lockSsfi");e(this,"lockSsfi",!0),this.eql(s),e(this,"lockSsfi",g)}else this.assert(s===p,"expected #{this} to equal #{exp}","expected #{this} to not equal #{exp}",s,this._obj,!0)}t.addMethod("equal",R),t.addMethod("equals",R),t.addMethod("eq",R);function X(s,h){h&&e(this,"message",h);var p=e(this,"eql");this.assert(p(s,e(this,"object")),"expected #{this} to deeply equal #{exp}","expected #{this} to not deeply equal #{exp}",s,this._obj,!0)}t.addMethod("eql",X),t.addMethod("eqls",X);function K(s,h){h&&e(this,"message",h);var p=e(this,"object"),g=e(this,"doLength"),m=e(this,"message"),w=m?m+": ":"",b=e(this,"ssfi"),d=i.type(p).toLowerCase(),S=i.type(s).toLowerCase(),E,O=!0;if(g&&d!=="map"&&d!=="set"&&new t(p,m,b,!0).to.have.property("length"),!g&&d==="date"&&S!=="date")E=w+"the argument to above must be a date";else if(S!=="number"&&(g||d==="number"))E=w+"the argument to above must be a number";else if(!g&&d!=="date"&&d!=="number"){var k=d==="string"?"'"+p+"'":p;E=w+"expected "+k+" to be a number or a date"}else O=!1;if(O)throw new f(E,void 0,b);if(g){var j="length",A;d==="map"||d==="set"?(j="size",A=p.size):A=p.length,this.assert(A>s,"expected #{this} to have a "+j+" above #{exp} but got #{act}","expected #{this} to not have a "+j+" above #{exp}",s,A)}else this.assert(p>s,"expected #{this} to be above #{exp}","expected #{this} to be at most #{exp}",s)}t.addMethod("above",K),t.addMethod("gt",K),t.addMethod("greaterThan",K);function V(s,h){h&&e(this,"message",h);var p=e(this,"object"),g=e(this,"doLength"),m=e(this,"message"),w=m?m+": ":"",b=e(this,"ssfi"),d=i.type(p).toLowerCase(),S=i.type(s).toLowerCase(),E,O=!0;if(g&&d!=="map"&&d!=="set"&&new t(p,m,b,!0).to.have.property("length"),!g&&d==="date"&&S!=="date")E=w+"the argument to least must be a date";else if(S!=="number"&&(g||d==="number"))E=w+"the argument to least must be a number";else if(!g&&d!=="date"&&d!=="number"){var k=d==="string"?"'"+p+"'":p;E=w+"expected "+k+" to be a number or a date"}else O=!1;if(O)throw new f(E,void 0,b);if(g){var j="length",A;d==="map"||d==="set"?(j="size",A=p.size):A=p.length,this.assert(A>=s,"expected #{this} to have a "+j+" at least #{exp} but got #{act}","expected #{this} to have a "+j+" below #{exp}",s,A)}else this.assert(p>=s,"expected #{this} to be at least #{exp}","expected #{this} to be below #{exp}",s)}t.addMethod("least",V),t.addMethod("gte",V),t.addMethod("greaterThanOrEqual",V);function re(s,h){h&&e(this,"message",h);var p=e(this,"object"),g=e(this,"doLength"),m=e(this,"message"),w=m?m+": ":"",b=e(this,"ssfi"),d=i.type(p).toLowerCase(),S=i.type(s).toLowerCase(),E,O=!0;if(g&&d!=="map"&&d!=="set"&&new t(p,m,b,!0).to.have.property("length"),!g&&d==="date"&&S!=="date")E=w+"the argument to below must be a date";else if(S!=="number"&&(g||d==="number"))E=w+"the argument to below must be a number";else if(!g&&d!=="date"&&d!=="number"){var k=d==="string"?"'"+p+"'":p;E=w+"expected "+k+" to be a number or a date"}else O=!1;if(O)throw new f(E,void 0,b);if(g){var j="length",A;d==="map"||d==="set"?(j="size",A=p.size):A=p.length,this.assert(A<s,"expected #{this} to have a "+j+" below #{exp} but got #{act}","expected #{this} to not have a "+j+" below #{exp}",s,A)}else this.assert(p<s,"expected #{this} to be below #{exp}","expected #{this} to be at least #{exp}",s)}t.addMethod("below",re),t.addMethod("lt",re),t.addMethod("lessThan",re);function _(s,h){h&&e(this,"message",h);var p=e(this,"object"),g=e(this,"doLength"),m=e(this,"message"),w=m?m+": ":"",b=e(this,"ssfi"),d=i.type(p).toLowerCase(),S=i.type(s).toLowerCase(),E,O=!0;if(g&&d!=="map"&&d!=="set"&&new t(p,m,b,!0).to.have.property("length"),!g&&d==="date"&&S!=="date")E=w+"the argument to most must be a date";else if(S!=="number"&&(g||d==="number"))E=w+"the argument to most must be a number";else if(!g&&d!=="date"&&d!=="number"){var k=d==="string"?"'"+p+"'":p;E=w+"expected "+k+" to be a number or a date"}else O=!1;if(O)throw new f(E,void 0,b);if(g){var j="length",A;d==="map"||d==="set"?(j="size",A=p.size):A=p.length,this.assert(A<=s,"expected #{this} to have a "+j+" at most #{exp} but got #{act}","expected #{this} to have a "+j+" above #{exp}",s,A)}else this.assert(p<=s,"expected #{this} to be at most #{exp}","expected #{this} to be above #{exp}",s)}t.addMethod("most",_),t.addMethod("lte",_),t.addMethod("lessThanOrEqual",_),t.addMethod("within",function(s,h,p){p&&e(this,"message",p);var g=e(this,"object"),m=e(this,"doLength"),w=e(this,"message"),b=w?w+": ":"",d=e(this,"ssfi"),S=i.type(g).toLowerCase(),E=i.type(s).toLowerCase(),O=i.type(h).toLowerCase(),k,j=!0,A=E==="date"&&O==="date"?s.toISOString()+".."+h.toISOString():s+".."+h;if(m&&S!=="map"&&S!=="set"&&new t(g,w,d,!0).to.have.property("length"),!m&&S==="date"&&(E!=="date"||O!=="date"))k=b+"the arguments to within must be dates";else if((E!=="number"||O!=="number")&&(m||S==="number"))k=b+"the arguments to within must be numbers";else if(!m&&S!=="date"&&S!=="number"){var T=S==="string"?"'"+g+"'":g;k=b+"expected "+T+" to be a number or a date"}else j=!1;if(j)throw new f(k,void 0,d);if(m){var C="length",L;S==="map"||S==="set"?(C="size",L=g.size):L=g.length,this.assert(L>=s&&L<=h,"expected #{this} to have a "+C+" within "+A,"expected #{this} to not have a "+C+" within "+A)}else this.assert(g>=s&&g<=h,"expected #{this} to be within "+A,"expected #{this} to not be within "+A)});function ce(s,h){h&&e(this,"message",h);var p=e(this,"object"),g=e(this,"ssfi"),m=e(this,"message");try{var w=p instanceof s}catch(d){throw d instanceof TypeError?(m=m?m+": ":"",new f(m+"The instanceof assertion needs a constructor but "+i.type(s)+" was given.",void 0,g)):d}var b=i.getName(s);b===null&&(b="an unnamed constructor"),this.assert(w,"expected #{this} to be an instance of "+b,"expected #{this} to not be an instance of "+b)}t.addMethod("instanceof",ce),t.addMethod("instanceOf",ce);function fe(s,h,p){p&&e(this,"message",p);var g=e(this,"nested"),m=e(this,"own"),w=e(this,"message"),b=e(this,"object"),d=e(this,"ssfi"),S=typeof s;if(w=w?w+": ":"",g){if(S!=="string")throw new f(w+"the argument to property must be a string when using nested syntax",void 0,d)}else if(S!=="string"&&S!=="number"&&S!=="symbol")throw new f(w+"the argument to property must be a string, number, or symbol",void 0,d);if(g&&m)throw new f(w+'The "nested" and "own" flags cannot be combined.',void 0,d);if(b==null)throw new f(w+"Target cannot be null or undefined.",void 0,d);var E=e(this,"deep"),O=e(this,"negate"),k=g?i.getPathInfo(b,s):null,j=g?k.value:b[s],A=E?e(this,"eql"):(L,ee)=>L===ee,T="";E&&(T+="deep "),m&&(T+="own "),g&&(T+="nested "),T+="property ";var C;m?C=Object.prototype.hasOwnProperty.call(b,s):g?C=k.exists:C=i.hasProperty(b,s),(!O||arguments.length===1)&&this.assert(C,"expected #{this} to have "+T+i.inspect(s),"expected #{this} to not have "+T+i.inspect(s)),arguments.length>1&&this.assert(C&&A(h,j),"expected #{this} to have "+T+i.inspect(s)+" of #{exp}, but got #{act}","expected #{this} to not have "+T+i.inspect(s)+" of #{act}",h,j),e(this,"object",j)}t.addMethod("property",fe);function le(s,h,p){e(this,"own",!0),fe.apply(this,arguments)}t.addMethod("ownProperty",le),t.addMethod("haveOwnProperty",le);function he(s,h,p){typeof h=="string"&&(p=h,h=null),p&&e(this,"message",p);var g=e(this,"object"),m=Object.getOwnPropertyDescriptor(Object(g),s),w=e(this,"eql");m&&h?this.assert(w(h,m),"expected the own property descriptor for "+i.inspect(s)+" on #{this} to match "+i.inspect(h)+", got "+i.inspect(m),"expected the own property descriptor for "+i.inspect(s)+" on #{this} to not match "+i.inspect(h),h,m,!0):this.assert(m,"expected #{this} to have an own property descriptor for "+i.inspect(s),"expected #{this} to not have an own property descriptor for "+i.inspect(s)),e(this,"object",m)}t.addMethod("ownPropertyDescriptor",he),t.addMethod("haveOwnPropertyDescriptor",he);function F(){e(this,"doLength",!0)}function Q(s,h){h&&e(this,"message",h);var p=e(this,"object"),g=i.type(p).toLowerCase(),m=e(this,"message"),w=e(this,"ssfi"),b="length",d;switch(g){case"map":case"set":b="size",d=p.size;break;default:new t(p,m,w,!0).to.have.property("length"),d=p.length}this.assert(d==s,"expected #{this} to have a "+b+" of #{exp} but got #{act}","expected #{this} to not have a "+b+" of #{act}",s,d)}t.addChainableMethod("length",Q,F),t.addChainableMethod("lengthOf",Q,F);function H(s,h){h&&e(this,"message",h);var p=e(this,"object");this.assert(s.exec(p),"expected #{this} to match "+s,"expected #{this} not to match "+s)}t.addMethod("match",H),t.addMethod("matches",H),t.addMethod("string",function(s,h){h&&e(this,"message",h);var p=e(this,"object"),g=e(this,"message"),m=e(this,"ssfi");new t(p,g,m,!0).is.a("string"),this.assert(~p.indexOf(s),"expected #{this} to contain "+i.inspect(s),"expected #{this} to not contain "+i.inspect(s))});function z(s){var h=e(this,"object"),p=i.type(h),g=i.type(s),m=e(this,"ssfi"),w=e(this,"deep"),b,d="",S,E=!0,O=e(this,"message");O=O?O+": ":"";var k=O+"when testing keys against an object or an array you must give a single Array|Object|String argument or multiple String arguments";if(p==="Map"||p==="Set")d=w?"deeply ":"",S=[],h.forEach(function(U,Y){S.push(Y)}),g!=="Array"&&(s=Array.prototype.slice.call(arguments));else{switch(S=i.getOwnEnumerableProperties(h),g){case"Array":if(arguments.length>1)throw new f(k,void 0,m);break;case"Object":if(arguments.length>1)throw new f(k,void 0,m);s=Object.keys(s);break;default:s=Array.prototype.slice.call(arguments)}s=s.map(function(U){return typeof U=="symbol"?U:String(U)})}if(!s.length)throw new f(O+"keys required",void 0,m);var j=s.length,A=e(this,"any"),T=e(this,"all"),C=s,L=w?e(this,"eql"):(U,Y)=>U===Y;if(!A&&!T&&(T=!0),A&&(E=C.some(function(U){return S.some(function(Y){return L(U,Y)})})),T&&(E=C.every(function(U){return S.some(function(Y){return L(U,Y)})}),e(this,"contains")||(E=E&&s.length==S.length)),j>1){s=s.map(function(U){return i.inspect(U)});var ee=s.pop();T&&(b=s.join(", ")+", and "+ee),A&&(b=s.join(", ")+", or "+ee)}else b=i.inspect(s[0]);b=(j>1?"keys ":"key ")+b,b=(e(this,"contains")?"contain ":"have ")+b,this.assert(E,"expected #{this} to "+d+b,"expected #{this} to not "+d+b,C.slice(0).sort(i.compareByInspect),S.sort(i.compareByInspect),!0)}t.addMethod("keys",z),t.addMethod("key",z);function ge(s,h,p){p&&e(this,"message",p);var g=e(this,"object"),m=e(this,"ssfi"),w=e(this,"message"),b=e(this,"negate")||!1;new t(g,w,m,!0).is.a("function"),(s instanceof RegExp||typeof s=="string")&&(h=s,s=null);var d;try{g()}catch(ee){d=ee}var S=s===void 0&&h===void 0,E=!!(s&&h),O=!1,k=!1;if(S||!S&&!b){var j="an error";s instanceof Error?j="#{exp}":s&&(j=i.checkError.getConstructorName(s)),this.assert(d,"expected #{this} to throw "+j,"expected #{this} to not throw an error but #{act} was thrown",s&&s.toString(),d instanceof Error?d.toString():typeof d=="string"?d:d&&i.checkError.getConstructorName(d))}if(s&&d){if(s instanceof Error){var A=i.checkError.compatibleInstance(d,s);A===b&&(E&&b?O=!0:this.assert(b,"expected #{this} to throw #{exp} but #{act} was thrown","expected #{this} to not throw #{exp}"+(d&&!b?" but #{act} was thrown":""),s.toString(),d.toString()))}var T=i.checkError.compatibleConstructor(d,s);T===b&&(E&&b?O=!0:this.assert(b,"expected #{this} to throw #{exp} but #{act} was thrown","expected #{this} to not throw #{exp}"+(d?" but #{act} was thrown":""),s instanceof Error?s.toString():s&&i.checkError.getConstructorName(s),d instanceof Error?d.toString():d&&i.checkError.getConstructorName(d)))}if(d&&h!==void 0&&h!==null){var C="including";h instanceof RegExp&&(C="matching");var L=i.checkError.compatibleMessage(d,h);L===b&&(E&&b?k=!0:this.assert(b,"expected #{this} to throw error "+C+" #{exp} but got #{act}","expected #{this} to throw error not "+C+" #{exp}",h,i.checkError.getMessage(d)))}O&&k&&this.assert(b,"expected #{this} to throw #{exp} but #{act} was thrown","expected #{this} to not throw #{exp}"+(d?" but #{act} was thrown":""),s instanceof Error?s.toString():s&&i.checkError.getConstructorName(s),d instanceof Error?d.toString():d&&i.checkError.getConstructorName(d)),e(this,"object",d)}t.addMethod("throw",ge),t.addMethod("throws",ge),t.addMethod("Throw",ge);function be(s,h){h&&e(this,"message",h);var p=e(this,"object"),g=e(this,"itself"),m=typeof p=="function"&&!g?p.prototype[s]:p[s];this.assert(typeof m=="function","expected #{this} to respond to "+i.inspect(s),"expected #{this} to not respond to "+i.inspect(s))}t.addMethod("respondTo",be),t.addMethod("respondsTo",be),t.addProperty("itself",function(){e(this,"itself",!0)});function Ne(s,h){h&&e(this,"message",h);var p=e(this,"object"),g=s(p);this.assert(g,"expected #{this} to satisfy "+i.objDisplay(s),"expected #{this} to not satisfy"+i.objDisplay(s),!e(this,"negate"),g)}t.addMethod("satisfy",Ne),t.addMethod("satisfies",Ne);function Ae(s,h,p){p&&e(this,"message",p);var g=e(this,"object"),m=e(this,"message"),w=e(this,"ssfi");if(new t(g,m,w,!0).is.a("number"),typeof s!="number"||typeof h!="number"){m=m?m+": ":"";var b=h===void 0?", and a delta is required":"";throw new f(m+"the arguments to closeTo or approximately must be numbers"+b,void 0,w)}this.assert(Math.abs(g-s)<=h,"expected #{this} to be close to "+s+" +/- "+h,"expected #{this} not to be close to "+s+" +/- "+h)}t.addMethod("closeTo",Ae),t.addMethod("approximately",Ae);function Ke(s,h,p,g,m){if(!g){if(s.length!==h.length)return!1;h=h.slice()}return s.every(function(w,b){if(m)return p?p(w,h[b]):w===h[b];if(!p){var d=h.indexOf(w);return d===-1?!1:(g||h.splice(d,1),!0)}return h.some(function(S,E){return p(w,S)?(g||h.splice(E,1),!0):!1})})}t.addMethod("members",function(s,h){h&&e(this,"message",h);var p=e(this,"object"),g=e(this,"message"),m=e(this,"ssfi");new t(p,g,m,!0).to.be.an("array"),new t(s,g,m,!0).to.be.an("array");var w=e(this,"contains"),b=e(this,"ordered"),d,S,E;w?(d=b?"an ordered superset":"a superset",S="expected #{this} to be "+d+" of #{exp}",E="expected #{this} to not be "+d+" of #{exp}"):(d=b?"ordered members":"members",S="expected #{this} to have the same "+d+" as #{exp}",E="expected #{this} to not have the same "+d+" as #{exp}");var O=e(this,"deep")?e(this,"eql"):void 0;this.assert(Ke(s,p,O,w,b),S,E,s,p,!0)});function Le(s,h){h&&e(this,"message",h);var p=e(this,"object"),g=e(this,"message"),m=e(this,"ssfi"),w=e(this,"contains"),b=e(this,"deep"),d=e(this,"eql");new t(s,g,m,!0).to.be.an("array"),w?this.assert(s.some(function(S){return p.indexOf(S)>-1}),"expected #{this} to contain one of #{exp}","expected #{this} to not contain one of #{exp}",s,p):b?this.assert(s.some(function(S){return d(p,S)}),"expected #{this} to deeply equal one of #{exp}","expected #{this} to deeply equal one of #{exp}",s,p):this.assert(s.indexOf(p)>-1,"expected #{this} to be one of #{exp}","expected #{this} to not be one of #{exp}",s,p)}t.addMethod("oneOf",Le);function me(s,h,p){p&&e(this,"message",p);var g=e(this,"object"),m=e(this,"message"),w=e(this,"ssfi");new t(g,m,w,!0).is.a("function");var b;h?(new t(s,m,w,!0).to.have.property(h),b=s[h]):(new t(s,m,w,!0).is.a("function"),b=s()),g();var d=h==null?s():s[h],S=h==null?b:"."+h;e(this,"deltaMsgObj",S),e(this,"initialDeltaValue",b),e(this,"finalDeltaValue",d),e(this,"deltaBehavior","change"),e(this,"realDelta",d!==b),this.assert(b!==d,"expected "+S+" to change","expected "+S+" to not change")}t.addMethod("change",me),t.addMethod("changes",me);function ve(s,h,p){p&&e(this,"message",p);var g=e(this,"object"),m=e(this,"message"),w=e(this,"ssfi");new t(g,m,w,!0).is.a("function");var b;h?(new t(s,m,w,!0).to.have.property(h),b=s[h]):(new t(s,m,w,!0).is.a("function"),b=s()),new t(b,m,w,!0).is.a("number"),g();var d=h==null?s():s[h],S=h==null?b:"."+h;e(this,"deltaMsgObj",S),e(this,"initialDeltaValue",b),e(this,"finalDeltaValue",d),e(this,"deltaBehavior","increase"),e(this,"realDelta",d-b),this.assert(d-b>0,"expected "+S+" to increase","expected "+S+" to not increase")}t.addMethod("increase",ve),t.addMethod("increases",ve);function je(s,h,p){p&&e(this,"message",p);var g=e(this,"object"),m=e(this,"message"),w=e(this,"ssfi");new t(g,m,w,!0).is.a("function");var b;h?(new t(s,m,w,!0).to.have.property(h),b=s[h]):(new t(s,m,w,!0).is.a("function"),b=s()),new t(b,m,w,!0).is.a("number"),g();var d=h==null?s():s[h],S=h==null?b:"."+h;e(this,"deltaMsgObj",S),e(this,"initialDeltaValue",b),e(this,"finalDeltaValue",d),e(this,"deltaBehavior","decrease"),e(this,"realDelta",b-d),this.assert(d-b<0,"expected "+S+" to decrease","expected "+S+" to not decrease")}t.addMethod("decrease",je),t.addMethod("decreases",je);function We(s,h){h&&e(this,"message",h);var p=e(this,"deltaMsgObj"),g=e(this,"initialDeltaValue"),m=e(this,"finalDeltaValue"),w=e(this,"deltaBehavior"),b=e(this,"realDelta"),d;w==="change"?d=Math.abs(m-g)===Math.abs(s):d=b===Math.abs(s),this.assert(d,"expected "+p+" to "+w+" by "+s,"expected "+p+" to not "+w+" by "+s)}t.addMethod("by",We),t.addProperty("extensible",function(){var s=e(this,"object"),h=s===Object(s)&&Object.isExtensible(s);this.assert(h,"expected #{this} to be extensible","expected #{this} to not be extensible")}),t.addProperty("sealed",function(){var s=e(this,"object"),h=s===Object(s)?Object.isSealed(s):!0;this.assert(h,"expected #{this} to be sealed","expected #{this} to not be sealed")}),t.addProperty("frozen",function(){var s=e(this,"object"),h=s===Object(s)?Object.isFrozen(s):!0;this.assert(h,"expected #{this} to be frozen","expected #{this} to not be frozen")}),t.addProperty("finite",function(s){var h=e(this,"object");this.assert(typeof h=="number"&&isFinite(h),"expected #{this} to be a finite number","expected #{this} to not be a finite number")})}});var Wn=q((Yo,Ln)=>{Ln.exports=function(a,i){a.expect=function(t,f){return new a.Assertion(t,f)},a.expect.fail=function(t,f,e,n){throw arguments.length<2&&(e=t,t=void 0),e=e||"expect.fail()",new a.AssertionError(e,{actual:t,expected:f,operator:n},a.expect.fail)}}});var Rn=q((Xo,Gn)=>{Gn.exports=function(a,i){var t=a.Assertion;function f(){function e(){return this instanceof String||this instanceof Number||this instanceof Boolean||typeof Symbol=="function"&&this instanceof Symbol||typeof BigInt=="function"&&this instanceof BigInt?new t(this.valueOf(),null,e):new t(this,null,e)}function n(o){Object.defineProperty(this,"should",{value:o,enumerable:!0,configurable:!0,writable:!0})}Object.defineProperty(Object.prototype,"should",{set:n,get:e,configurable:!0});var r={};return r.fail=function(o,l,v,P){throw arguments.length<2&&(v=o,o=void 0),v=v||"should.fail()",new a.AssertionError(v,{actual:o,expected:l,operator:P},r.fail)},r.equal=function(o,l,v){new t(o,v).to.equal(l)},r.Throw=function(o,l,v,P){new t(o,P).to.Throw(l,v)},r.exist=function(o,l){new t(o,l).to.exist},r.not={},r.not.equal=function(o,l,v){new t(o,v).to.not.equal(l)},r.not.Throw=function(o,l,v,P){new t(o,P).to.not.Throw(l,v)},r.not.exist=function(o,l){new t(o,l).to.not.exist},r.throw=r.Throw,r.not.throw=r.not.Throw,r}a.should=f,a.Should=f}});var $n=q((Ho,Un)=>{Un.exports=function(a,i){var t=a.Assertion,f=i.flag;var e=a.assert=function(n,r){var o=new t(null,null,a.assert,!0);o.assert(n,r,"[ negation message unavailable ]")};e.fail=function(n,r,o,l){throw arguments.length<2&&(o=n,n=void 0),o=o||"assert.fail()",new a.AssertionError(o,{actual:n,expected:r,operator:l},e.fail)},e.isOk=function(n,r){new t(n,r,e.isOk,!0).is.ok},e.isNotOk=function(n,r){new t(n,r,e.isNotOk,!0).is.not.ok},e.equal=function(n,r,o){var l=new t(n,o,e.equal,!0);l.assert(r==f(l,"object"),"expected #{this} to equal #{exp}","expected #{this} to not equal #{act}",r,n,!0)},e.notEqual=function(n,r,o){var l=new t(n,o,e.notEqual,!0);l.assert(r!=f(l,"object"),"expected #{this} to not equal #{exp}","expected #{this} to equal #{act}",r,n,!0)},e.strictEqual=function(n,r,o){new t(n,o,e.strictEqual,!0).to.equal(r)},e.notStrictEqual=function(n,r,o){new t(n,o,e.notStrictEqual,!0).to.not.equal(r)},e.deepEqual=e.deepStrictEqual=function(n,r,o){new t(n,o,e.deepEqual,!0).to.eql(r)},e.notDeepEqual=function(n,r,o){new t(n,o,e.notDeepEqual,!0).to.not.eql(r)},e.isAbove=function(n,r,o){new t(n,o,e.isAbove,!0).to.be.above(r)},e.isAtLeast=function(n,r,o){new t(n,o,e.isAtLeast,!0).to.be.least(r)},e.isBelow=function(n,r,o){new t(n,o,e.isBelow,!0).to.be.below(r)},e.isAtMost=function(n,r,o){new t(n,o,e.isAtMost,!0).to.be.most(r)},e.isTrue=function(n,r){new t(n,r,e.isTrue,!0).is.true},e.isNotTrue=function(n,r){new t(n,r,e.isNotTrue,!0).to.not.equal(!0)},e.isFalse=function(n,r){new t(n,r,e.isFalse,!0).is.false},e.isNotFalse=function(n,r){new t(n,r,e.isNotFalse,!0).to.not.equal(!1)},e.isNull=function(n,r){new t(n,r,e.isNull,!0).to.equal(null)},e.isNotNull=function(n,r){new t(n,r,e.isNotNull,!0).to.not.equal(null)},e.isNaN=function(n,r){new t(n,r,e.isNaN,!0).to.be.NaN},e.isNotNaN=function(n,r){new t(n,r,e.isNotNaN,!0).not.to.be.NaN},e.exists=function(n,r){new t(n,r,e.exists,!0).to.exist},e.notExists=function(n,r){new t(n,r,e.notExists,!0).to.not.exist},e.isUndefined=function(n,r){new t(n,r,e.isUndefined,!0).to.equal(void 0)},e.isDefined=function(n,r){new t(n,r,e.isDefined,!0).to.not.equal(void 0)},e.isFunction=function(n,r){new t(n,r,e.isFunction,!0).to.be.a("function")},e.isNotFunction=function(n,r){new t(n,r,e.isNotFunction,!0).to.not.be.a("function")},e.isObject=function(n,r){new t(n,r,e.isObject,!0).to.be.a("object")},e.isNotObject=function(n,r){new t(n,r,e.isNotObject,!0).to.not.be.a("object")},e.isArray=function(n,r){new t(n,r,e.isArray,!0).to.be.an("array")},e.isNotArray=function(n,r){new t(n,r,e.isNotArray,!0).to.not.be.an("array")},e.isString=function(n,r){new t(n,r,e.isString,!0).to.be.a("string")},e.isNotString=function(n,r){new t(n,r,e.isNotString,!0).to.not.be.a("string")},e.isNumber=function(n,r){new t(n,r,e.isNumber,!0).to.be.a("number")},e.isNotNumber=function(n,r){new t(n,r,e.isNotNumber,!0).to.not.be.a("number")},e.isFinite=function(n,r){new t(n,r,e.isFinite,!0).to.be.finite},e.isBoolean=function(n,r){new t(n,r,e.isBoolean,!0).to.be.a("boolean")},e.isNotBoolean=function(n,r){new t(n,r,e.isNotBoolean,!0).to.not.be.a("boolean")},e.typeOf=function(n,r,o){new t(n,o,e.typeOf,!0).to.be.a(r)},e.notTypeOf=function(n,r,o){new t(n,o,e.notTypeOf,!0).to.not.be.a(r)},e.instanceOf=function(n,r,o){new t(n,o,e.instanceOf,!0).to.be.instanceOf(r)},e.notInstanceOf=function(n,r,o){new t(n,o,e.notInstanceOf,!0).to.not.be.instanceOf(r)},e.include=function(n,r,o){new t(n,o,e.include,!0).include(r)},e.notInclude=function(n,r,o){new t(n,o,e.notInclude,!0).not.include(r)},e.deepInclude=function(n,r,o){new t(n,o,e.deepInclude,!0).deep.include(r)},e.notDeepInclude=function(n,r,o){new t(n,o,e.notDeepInclude,!0).not.deep.include(r)},e.nestedInclude=function(n,r,o){new t(n,o,e.nestedInclude,!0).nested.include(r)},e.notNestedInclude=function(n,r,o){new t(n,o,e.notNestedInclude,!0).not.nested.include(r)},e.deepNestedInclude=function(n,r,o){new t(n,o,e.deepNestedInclude,!0).deep.nested.include(r)},e.notDeepNestedInclude=function(n,r,o){new t(n,o,e.notDeepNestedInclude,!0).not.deep.nested.include(r)},e.ownInclude=function(n,r,o){new t(n,o,e.ownInclude,!0).own.include(r)},e.notOwnInclude=function(n,r,o){new t(n,o,e.notOwnInclude,!0).not.own.include(r)},e.deepOwnInclude=function(n,r,o){new t(n,o,e.deepOwnInclude,!0).deep.own.include(r)},e.notDeepOwnInclude=function(n,r,o){new t(n,o,e.notDeepOwnInclude,!0).not.deep.own.include(r)},e.match=function(n,r,o){new t(n,o,e.match,!0).to.match(r)},e.notMatch=function(n,r,o){new t(n,o,e.notMatch,!0).to.not.match(r)},e.property=function(n,r,o){new t(n,o,e.property,!0).to.have.property(r)},e.notProperty=function(n,r,o){new t(n,o,e.notProperty,!0).to.not.have.property(r)},e.propertyVal=function(n,r,o,l){new t(n,l,e.propertyVal,!0).to.have.property(r,o)},e.notPropertyVal=function(n,r,o,l){new t(n,l,e.notPropertyVal,!0).to.not.have.property(r,o)},e.deepPropertyVal=function(n,r,o,l){new t(n,l,e.deepPropertyVal,!0).to.have.deep.property(r,o)},e.notDeepPropertyVal=function(n,r,o,l){new t(n,l,e.notDeepPropertyVal,!0).to.not.have.deep.property(r,o)},e.ownProperty=function(n,r,o){new t(n,o,e.ownProperty,!0).to.have.own.property(r)},e.notOwnProperty=function(n,r,o){new t(n,o,e.notOwnProperty,!0).to.not.have.own.property(r)},e.ownPropertyVal=function(n,r,o,l){new t(n,l,e.ownPropertyVal,!0).to.have.own.property(r,o)},e.notOwnPropertyVal=function(n,r,o,l){new t(n,l,e.notOwnPropertyVal,!0).to.not.have.own.property(r,o)},e.deepOwnPropertyVal=function(n,r,o,l){new t(n,l,e.deepOwnPropertyVal,!0).to.have.deep.own.property(r,o)},e.notDeepOwnPropertyVal=function(n,r,o,l){new t(n,l,e.notDeepOwnPropertyVal,!0).to.not.have.deep.own.property(r,o)},e.nestedProperty=function(n,r,o){new t(n,o,e.nestedProperty,!0).to.have.nested.property(r)},e.notNestedProperty=function(n,r,o){new t(n,o,e.notNestedProperty,!0).to.not.have.nested.property(r)},e.nestedPropertyVal=function(n,r,o,l){new t(n,l,e.nestedPropertyVal,!0).to.have.nested.property(r,o)},e.notNestedPropertyVal=function(n,r,o,l){new t(n,l,e.notNestedPropertyVal,!0).to.not.have.nested.property(r,o)},e.deepNestedPropertyVal=function(n,r,o,l){new t(n,l,e.deepNestedPropertyVal,!0).to.have.deep.nested.property(r,o)},e.notDeepNestedPropertyVal=function(n,r,o,l){new t(n,l,e.notDeepNestedPropertyVal,!0).to.not.have.deep.nested.property(r,o)},e.lengthOf=function(n,r,o){new t(n,o,e.lengthOf,!0).to.have.lengthOf(r)},e.hasAnyKeys=function(n,r,o){new t(n,o,e.hasAnyKeys,!0).to.have.any.keys(r)},e.hasAllKeys=function(n,r,o){new t(n,o,e.hasAllKeys,!0).to.have.all.keys(r)},e.containsAllKeys=function(n,r,o){new t(n,o,e.containsAllKeys,!0).to.contain.all.keys(r)},e.doesNotHaveAnyKeys=function(n,r,o){new t(n,o,e.doesNotHaveAnyKeys,!0).to.not.have.any.keys(r)},e.doesNotHaveAllKeys=function(n,r,o){new t(n,o,e.doesNotHaveAllKeys,!0).to.not.have.all.keys(r)},e.hasAnyDeepKeys=function(n,r,o){new t(n,o,e.hasAnyDeepKeys,!0).to.have.any.deep.keys(r)},e.hasAllDeepKeys=function(n,r,o){new t(n,o,e.hasAllDeepKeys,!0).to.have.all.deep.keys(r)},e.containsAllDeepKeys=function(n,r,o){new t(n,o,e.containsAllDeepKeys,!0).to.contain.all.deep.keys(r)},e.doesNotHaveAnyDeepKeys=function(n,r,o){new t(n,o,e.doesNotHaveAnyDeepKeys,!0).to.not.have.any.deep.keys(r)},e.doesNotHaveAllDeepKeys=function(n,r,o){new t(n,o,e.doesNotHaveAllDeepKeys,!0).to.not.have.all.deep.keys(r)},e.throws=function(n,r,o,l){(typeof r=="string"||r instanceof RegExp)&&(o=r,r=null);var v=new t(n,l,e.throws,!0).to.throw(r,o);return f(v,"object")},e.doesNotThrow=function(n,r,o,l){(typeof r=="string"||r instanceof RegExp)&&(o=r,r=null),new t(n,l,e.doesNotThrow,!0).to.not.throw(r,o)},e.operator=function(n,r,o,l){var v;switch(r){case"==":v=n==o;break;case"===":v=n===o;break;case">":v=n>o;break;case">=":v=n>=o;break;case"<":v=n<o;break;case"<=":v=n<=o;break;case"!=":v=n!=o;break;case"!==":v=n!==o;break;default:throw l=l&&l+": ",new a.AssertionError(l+'Invalid operator "'+r+'"',void 0,e.operator)}var P=new t(v,l,e.operator,!0);P.assert(f(P,"object")===!0,"expected "+i.inspect(n)+" to be "+r+" "+i.inspect(o),"expected "+i.inspect(n)+" to not be "+r+" "+i.inspect(o))},e.closeTo=function(n,r,o,l){new t(n,l,e.closeTo,!0).to.be.closeTo(r,o)},e.approximately=function(n,r,o,l){new t(n,l,e.approximately,!0).to.be.approximately(r,o)},e.sameMembers=function(n,r,o){new t(n,o,e.sameMembers,!0).to.have.same.members(r)},e.notSameMembers=function(n,r,o){new t(n,o,e.notSameMembers,!0).to.not.have.same.members(r)},e.sameDeepMembers=function(n,r,o){new t(n,o,e.sameDeepMembers,!0).to.have.same.deep.members(r)},e.notSameDeepMembers=function(n,r,o){new t(n,o,e.notSameDeepMembers,!0).to.not.have.same.deep.members(r)},e.sameOrderedMembers=function(n,r,o){new t(n,o,e.sameOrderedMembers,!0).to.have.same.ordered.members(r)},e.notSameOrderedMembers=function(n,r,o){new t(n,o,e.notSameOrderedMembers,!0).to.not.have.same.ordered.members(r)},e.sameDeepOrderedMembers=function(n,r,o){new t(n,o,e.sameDeepOrderedMembers,!0).to.have.same.deep.ordered.members(r)},e.notSameDeepOrderedMembers=function(n,r,o){new t(n,o,e.notSameDeepOrderedMembers,!0).to.not.have.same.deep.ordered.members(r)},e.includeMembers=function(n,r,o){new t(n,o,e.includeMembers,!0).to.include.members(r)},e.notIncludeMembers=function(n,r,o){new t(n,o,e.notIncludeMembers,!0).to.not.include.members(r)},e.includeDeepMembers=function(n,r,o){new t(n,o,e.includeDeepMembers,!0).to.include.deep.members(r)},e.notIncludeDeepMembers=function(n,r,o){new t(n,o,e.notIncludeDeepMembers,!0).to.not.include.deep.members(r)},e.includeOrderedMembers=function(n,r,o){new t(n,o,e.includeOrderedMembers,!0).to.include.ordered.members(r)},e.notIncludeOrderedMembers=function(n,r,o){new t(n,o,e.notIncludeOrderedMembers,!0).to.not.include.ordered.members(r)},e.includeDeepOrderedMembers=function(n,r,o){new t(n,o,e.includeDeepOrderedMembers,!0).to.include.deep.ordered.members(r)},e.notIncludeDeepOrderedMembers=function(n,r,o){new t(n,o,e.notIncludeDeepOrderedMembers,!0).to.not.include.deep.ordered.members(r)},e.oneOf=function(n,r,o){new t(n,o,e.oneOf,!0).to.be.oneOf(r)},e.changes=function(n,r,o,l){arguments.length===3&&typeof r=="function"&&(l=o,o=null),new t(n,l,e.changes,!0).to.change(r,o)},e.changesBy=function(n,r,o,l,v){if(arguments.length===4&&typeof r=="function"){var P=l;l=o,v=P}else arguments.length===3&&(l=o,o=null);new t(n,v,e.changesBy,!0).to.change(r,o).by(l)},e.doesNotChange=function(n,r,o,l){return arguments.length===3&&typeof r=="function"&&(l=o,o=null),new t(n,l,e.doesNotChange,!0).to.not.change(r,o)},e.changesButNotBy=function(n,r,o,l,v){if(arguments.length===4&&typeof r=="function"){var P=l;l=o,v=P}else arguments.length===3&&(l=o,o=null);new t(n,v,e.changesButNotBy,!0).to.change(r,o).but.not.by(l)},e.increases=function(n,r,o,l){return arguments.length===3&&typeof r=="function"&&(l=o,o=null),new t(n,l,e.increases,!0).to.increase(r,o)},e.increasesBy=function(n,r,o,l,v){if(arguments.length===4&&typeof r=="function"){var P=l;l=o,v=P}else arguments.length===3&&(l=o,o=null);new t(n,v,e.increasesBy,!0).to.increase(r,o).by(l)},e.doesNotIncrease=function(n,r,o,l){return arguments.length===3&&typeof r=="function"&&(l=o,o=null),new t(n,l,e.doesNotIncrease,!0).to.not.increase(r,o)},e.increasesButNotBy=function(n,r,o,l,v){if(arguments.length===4&&typeof r=="function"){var P=l;l=o,v=P}else arguments.length===3&&(l=o,o=null);new t(n,v,e.increasesButNotBy,!0).to.increase(r,o).but.not.by(l)},e.decreases=function(n,r,o,l){return arguments.length===3&&typeof r=="function"&&(l=o,o=null),new t(n,l,e.decreases,!0).to.decrease(r,o)},e.decreasesBy=function(n,r,o,l,v){if(arguments.length===4&&typeof r=="function"){var P=l;l=o,v=P}else arguments.length===3&&(l=o,o=null);new t(n,v,e.decreasesBy,!0).to.decrease(r,o).by(l)},e.doesNotDecrease=function(n,r,o,l){return arguments.length===3&&typeof r=="function"&&(l=o,o=null),new t(n,l,e.doesNotDecrease,!0).to.not.decrease(r,o)},e.doesNotDecreaseBy=function(n,r,o,l,v){if(arguments.length===4&&typeof r=="function"){var P=l;l=o,v=P}else arguments.length===3&&(l=o,o=null);return new t(n,v,e.doesNotDecreaseBy,!0).to.not.decrease(r,o).by(l)},e.decreasesButNotBy=function(n,r,o,l,v){if(arguments.length===4&&typeof r=="function"){var P=l;l=o,v=P}else arguments.length===3&&(l=o,o=null);new t(n,v,e.decreasesButNotBy,!0).to.decrease(r,o).but.not.by(l)};e.ifError=function(n){if(n)throw n},e.isExtensible=function(n,r){new t(n,r,e.isExtensible,!0).to.be.extensible},e.isNotExtensible=function(n,r){new t(n,r,e.isNotExtensible,!0).to.not.be.extensible},e.isSealed=function(n,r){new t(n,r,e.isSealed,!0).to.be.sealed},e.isNotSealed=function(n,r){new t(n,r,e.isNotSealed,!0).to.not.be.sealed},e.isFrozen=function(n,r){new t(n,r,e.isFrozen,!0).to.be.frozen},e.isNotFrozen=function(n,r){new t(n,r,e.isNotFrozen,!0).to.not.be.frozen},e.isEmpty=function(n,r){new t(n,r,e.isEmpty,!0).to.be.empty},e.isNotEmpty=function(n,r){new t(n,r,e.isNotEmpty,!0).to.not.be.empty};(function n(r,o){return e[o]=e[r],n})("isOk","ok")("isNotOk","notOk")("throws","throw")("throws","Throw")("isExtensible","extensible")("isNotExtensible","notExtensible")("isSealed","sealed")("isNotSealed","notSealed")("isFrozen","frozen")("isNotFrozen","notFrozen")("isEmpty","empty")("isNotEmpty","notEmpty")}});var ne=q($=>{var _n=[];$.version="4.3.8";$.AssertionError=$e();var Jn=Cn();$.use=function(a){return~_n.indexOf(a)||(a($,Jn),_n.push(a)),$};$.util=Jn;var uo=se();$.config=uo;var co=Fn();$.use(co);var fo=Kn();$.use(fo);var lo=Wn();$.use(lo);var ho=Rn();$.use(ho);var po=$n();$.use(po)});var Qn=q((ti,Zn)=>{Zn.exports=ne()});module.exports=Qn();
/*! Bundled license information:

assertion-error/index.js:
  (*!
   * assertion-error
   * Copyright(c) 2013 Jake Luer <jake@qualiancy.com>
   * MIT Licensed
   *)
  (*!
   * Return a function that will copy properties from
   * one object to another excluding any originally
   * listed. Returned function will create a new `{}`.
   *
   * @param {String} excluded properties ...
   * @return {Function}
   *)
  (*!
   * Primary Exports
   *)
  (*!
   * Inherit from Error.prototype
   *)
  (*!
   * Statically set name
   *)
  (*!
   * Ensure correct constructor
   *)

chai/lib/chai/utils/flag.js:
  (*!
   * Chai - flag utility
   * Copyright(c) 2012-2014 Jake Luer <jake@alogicalparadox.com>
   * MIT Licensed
   *)

chai/lib/chai/utils/test.js:
  (*!
   * Chai - test utility
   * Copyright(c) 2012-2014 Jake Luer <jake@alogicalparadox.com>
   * MIT Licensed
   *)
  (*!
   * Module dependencies
   *)

chai/lib/chai/utils/expectTypes.js:
  (*!
   * Chai - expectTypes utility
   * Copyright(c) 2012-2014 Jake Luer <jake@alogicalparadox.com>
   * MIT Licensed
   *)

chai/lib/chai/utils/getActual.js:
  (*!
   * Chai - getActual utility
   * Copyright(c) 2012-2014 Jake Luer <jake@alogicalparadox.com>
   * MIT Licensed
   *)

chai/lib/chai/utils/objDisplay.js:
  (*!
   * Chai - flag utility
   * Copyright(c) 2012-2014 Jake Luer <jake@alogicalparadox.com>
   * MIT Licensed
   *)
  (*!
   * Module dependencies
   *)

chai/lib/chai/utils/getMessage.js:
  (*!
   * Chai - message composition utility
   * Copyright(c) 2012-2014 Jake Luer <jake@alogicalparadox.com>
   * MIT Licensed
   *)
  (*!
   * Module dependencies
   *)

chai/lib/chai/utils/transferFlags.js:
  (*!
   * Chai - transferFlags utility
   * Copyright(c) 2012-2014 Jake Luer <jake@alogicalparadox.com>
   * MIT Licensed
   *)

deep-eql/index.js:
  (*!
   * deep-eql
   * Copyright(c) 2013 Jake Luer <jake@alogicalparadox.com>
   * MIT Licensed
   *)
  (*!
   * Check to see if the MemoizeMap has recorded a result of the two operands
   *
   * @param {Mixed} leftHandOperand
   * @param {Mixed} rightHandOperand
   * @param {MemoizeMap} memoizeMap
   * @returns {Boolean|null} result
  *)
  (*!
   * Set the result of the equality into the MemoizeMap
   *
   * @param {Mixed} leftHandOperand
   * @param {Mixed} rightHandOperand
   * @param {MemoizeMap} memoizeMap
   * @param {Boolean} result
  *)
  (*!
   * Primary Export
   *)
  (*!
   * The main logic of the `deepEqual` function.
   *
   * @param {Mixed} leftHandOperand
   * @param {Mixed} rightHandOperand
   * @param {Object} [options] (optional) Additional options
   * @param {Array} [options.comparator] (optional) Override default algorithm, determining custom equality.
   * @param {Array} [options.memoize] (optional) Provide a custom memoization object which will cache the results of
      complex objects for a speed boost. By passing `false` you can disable memoization, but this will cause circular
      references to blow the stack.
   * @return {Boolean} equal match
  *)
  (*!
   * Compare two Regular Expressions for equality.
   *
   * @param {RegExp} leftHandOperand
   * @param {RegExp} rightHandOperand
   * @return {Boolean} result
   *)
  (*!
   * Compare two Sets/Maps for equality. Faster than other equality functions.
   *
   * @param {Set} leftHandOperand
   * @param {Set} rightHandOperand
   * @param {Object} [options] (Optional)
   * @return {Boolean} result
   *)
  (*!
   * Simple equality for flat iterable objects such as Arrays, TypedArrays or Node.js buffers.
   *
   * @param {Iterable} leftHandOperand
   * @param {Iterable} rightHandOperand
   * @param {Object} [options] (Optional)
   * @return {Boolean} result
   *)
  (*!
   * Simple equality for generator objects such as those returned by generator functions.
   *
   * @param {Iterable} leftHandOperand
   * @param {Iterable} rightHandOperand
   * @param {Object} [options] (Optional)
   * @return {Boolean} result
   *)
  (*!
   * Determine if the given object has an @@iterator function.
   *
   * @param {Object} target
   * @return {Boolean} `true` if the object has an @@iterator function.
   *)
  (*!
   * Gets all iterator entries from the given Object. If the Object has no @@iterator function, returns an empty array.
   * This will consume the iterator - which could have side effects depending on the @@iterator implementation.
   *
   * @param {Object} target
   * @returns {Array} an array of entries from the @@iterator function
   *)
  (*!
   * Gets all entries from a Generator. This will consume the generator - which could have side effects.
   *
   * @param {Generator} target
   * @returns {Array} an array of entries from the Generator.
   *)
  (*!
   * Gets all own and inherited enumerable keys from a target.
   *
   * @param {Object} target
   * @returns {Array} an array of own and inherited enumerable keys from the target.
   *)
  (*!
   * Determines if two objects have matching values, given a set of keys. Defers to deepEqual for the equality check of
   * each key. If any value of the given key is not equal, the function will return false (early).
   *
   * @param {Mixed} leftHandOperand
   * @param {Mixed} rightHandOperand
   * @param {Array} keys An array of keys to compare the values of leftHandOperand and rightHandOperand against
   * @param {Object} [options] (Optional)
   * @return {Boolean} result
   *)
  (*!
   * Recursively check the equality of two Objects. Once basic sameness has been established it will defer to `deepEqual`
   * for each enumerable key in the object.
   *
   * @param {Mixed} leftHandOperand
   * @param {Mixed} rightHandOperand
   * @param {Object} [options] (Optional)
   * @return {Boolean} result
   *)
  (*!
   * Returns true if the argument is a primitive.
   *
   * This intentionally returns true for all objects that can be compared by reference,
   * including functions and symbols.
   *
   * @param {Mixed} value
   * @return {Boolean} result
   *)

chai/lib/chai/utils/isProxyEnabled.js:
  (*!
   * Chai - isProxyEnabled helper
   * Copyright(c) 2012-2014 Jake Luer <jake@alogicalparadox.com>
   * MIT Licensed
   *)

chai/lib/chai/utils/addProperty.js:
  (*!
   * Chai - addProperty utility
   * Copyright(c) 2012-2014 Jake Luer <jake@alogicalparadox.com>
   * MIT Licensed
   *)

chai/lib/chai/utils/addLengthGuard.js:
  (*!
   * Chai - addLengthGuard utility
   * Copyright(c) 2012-2014 Jake Luer <jake@alogicalparadox.com>
   * MIT Licensed
   *)

chai/lib/chai/utils/getProperties.js:
  (*!
   * Chai - getProperties utility
   * Copyright(c) 2012-2014 Jake Luer <jake@alogicalparadox.com>
   * MIT Licensed
   *)

chai/lib/chai/utils/proxify.js:
  (*!
   * Chai - proxify utility
   * Copyright(c) 2012-2014 Jake Luer <jake@alogicalparadox.com>
   * MIT Licensed
   *)

chai/lib/chai/utils/addMethod.js:
  (*!
   * Chai - addMethod utility
   * Copyright(c) 2012-2014 Jake Luer <jake@alogicalparadox.com>
   * MIT Licensed
   *)

chai/lib/chai/utils/overwriteProperty.js:
  (*!
   * Chai - overwriteProperty utility
   * Copyright(c) 2012-2014 Jake Luer <jake@alogicalparadox.com>
   * MIT Licensed
   *)

chai/lib/chai/utils/overwriteMethod.js:
  (*!
   * Chai - overwriteMethod utility
   * Copyright(c) 2012-2014 Jake Luer <jake@alogicalparadox.com>
   * MIT Licensed
   *)

chai/lib/chai/utils/addChainableMethod.js:
  (*!
   * Chai - addChainingMethod utility
   * Copyright(c) 2012-2014 Jake Luer <jake@alogicalparadox.com>
   * MIT Licensed
   *)
  (*!
   * Module dependencies
   *)
  (*!
   * Module variables
   *)

chai/lib/chai/utils/overwriteChainableMethod.js:
  (*!
   * Chai - overwriteChainableMethod utility
   * Copyright(c) 2012-2014 Jake Luer <jake@alogicalparadox.com>
   * MIT Licensed
   *)

chai/lib/chai/utils/compareByInspect.js:
  (*!
   * Chai - compareByInspect utility
   * Copyright(c) 2011-2016 Jake Luer <jake@alogicalparadox.com>
   * MIT Licensed
   *)
  (*!
   * Module dependencies
   *)

chai/lib/chai/utils/getOwnEnumerablePropertySymbols.js:
  (*!
   * Chai - getOwnEnumerablePropertySymbols utility
   * Copyright(c) 2011-2016 Jake Luer <jake@alogicalparadox.com>
   * MIT Licensed
   *)

chai/lib/chai/utils/getOwnEnumerableProperties.js:
  (*!
   * Chai - getOwnEnumerableProperties utility
   * Copyright(c) 2011-2016 Jake Luer <jake@alogicalparadox.com>
   * MIT Licensed
   *)
  (*!
   * Module dependencies
   *)

chai/lib/chai/utils/isNaN.js:
  (*!
   * Chai - isNaN utility
   * Copyright(c) 2012-2015 Sakthipriyan Vairamani <thechargingvolcano@gmail.com>
   * MIT Licensed
   *)

chai/lib/chai/utils/index.js:
  (*!
   * chai
   * Copyright(c) 2011 Jake Luer <jake@alogicalparadox.com>
   * MIT Licensed
   *)
  (*!
   * Dependencies that are used for multiple exports are required here only once
   *)
  (*!
   * test utility
   *)
  (*!
   * type utility
   *)
  (*!
   * expectTypes utility
   *)
  (*!
   * message utility
   *)
  (*!
   * actual utility
   *)
  (*!
   * Inspect util
   *)
  (*!
   * Object Display util
   *)
  (*!
   * Flag utility
   *)
  (*!
   * Flag transferring utility
   *)
  (*!
   * Deep equal utility
   *)
  (*!
   * Deep path info
   *)
  (*!
   * Check if a property exists
   *)
  (*!
   * Function name
   *)
  (*!
   * add Property
   *)
  (*!
   * add Method
   *)
  (*!
   * overwrite Property
   *)
  (*!
   * overwrite Method
   *)
  (*!
   * Add a chainable method
   *)
  (*!
   * Overwrite chainable method
   *)
  (*!
   * Compare by inspect method
   *)
  (*!
   * Get own enumerable property symbols method
   *)
  (*!
   * Get own enumerable properties method
   *)
  (*!
   * Checks error against a given set of criteria
   *)
  (*!
   * Proxify util
   *)
  (*!
   * addLengthGuard util
   *)
  (*!
   * isProxyEnabled helper
   *)
  (*!
   * isNaN method
   *)
  (*!
   * getOperator method
   *)

chai/lib/chai/assertion.js:
  (*!
   * chai
   * http://chaijs.com
   * Copyright(c) 2011-2014 Jake Luer <jake@alogicalparadox.com>
   * MIT Licensed
   *)
  (*!
   * Module dependencies.
   *)
  (*!
   * Module export.
   *)
  (*!
   * Assertion Constructor
   *
   * Creates object for chaining.
   *
   * `Assertion` objects contain metadata in the form of flags. Three flags can
   * be assigned during instantiation by passing arguments to this constructor:
   *
   * - `object`: This flag contains the target of the assertion. For example, in
   *   the assertion `expect(numKittens).to.equal(7);`, the `object` flag will
   *   contain `numKittens` so that the `equal` assertion can reference it when
   *   needed.
   *
   * - `message`: This flag contains an optional custom error message to be
   *   prepended to the error message that's generated by the assertion when it
   *   fails.
   *
   * - `ssfi`: This flag stands for "start stack function indicator". It
   *   contains a function reference that serves as the starting point for
   *   removing frames from the stack trace of the error that's created by the
   *   assertion when it fails. The goal is to provide a cleaner stack trace to
   *   end users by removing Chai's internal functions. Note that it only works
   *   in environments that support `Error.captureStackTrace`, and only when
   *   `Chai.config.includeStack` hasn't been set to `false`.
   *
   * - `lockSsfi`: This flag controls whether or not the given `ssfi` flag
   *   should retain its current value, even as assertions are chained off of
   *   this object. This is usually set to `true` when creating a new assertion
   *   from within another assertion. It's also temporarily set to `true` before
   *   an overwritten assertion gets called by the overwriting assertion.
   *
   * - `eql`: This flag contains the deepEqual function to be used by the assertion.
   *
   * @param {Mixed} obj target of the assertion
   * @param {String} msg (optional) custom error message
   * @param {Function} ssfi (optional) starting point for removing stack frames
   * @param {Boolean} lockSsfi (optional) whether or not the ssfi flag is locked
   * @api private
   *)
  (*!
   * ### ._obj
   *
   * Quick reference to stored `actual` value for plugin developers.
   *
   * @api private
   *)

chai/lib/chai/core/assertions.js:
  (*!
   * chai
   * http://chaijs.com
   * Copyright(c) 2011-2014 Jake Luer <jake@alogicalparadox.com>
   * MIT Licensed
   *)

chai/lib/chai/interface/expect.js:
chai/lib/chai/interface/should.js:
  (*!
   * chai
   * Copyright(c) 2011-2014 Jake Luer <jake@alogicalparadox.com>
   * MIT Licensed
   *)

chai/lib/chai/interface/assert.js:
  (*!
   * chai
   * Copyright(c) 2011-2014 Jake Luer <jake@alogicalparadox.com>
   * MIT Licensed
   *)
  (*!
   * Chai dependencies.
   *)
  (*!
   * Module export.
   *)
  (*!
   * ### .ifError(object)
   *
   * Asserts if value is not a false value, and throws if it is a true value.
   * This is added to allow for chai to be a drop-in replacement for Node's
   * assert class.
   *
   *     var err = new Error('I am a custom error');
   *     assert.ifError(err); // Rethrows err!
   *
   * @name ifError
   * @param {Object} object
   * @namespace Assert
   * @api public
   *)
  (*!
   * Aliases.
   *)

chai/lib/chai.js:
  (*!
   * chai
   * Copyright(c) 2011-2014 Jake Luer <jake@alogicalparadox.com>
   * MIT Licensed
   *)
  (*!
   * Chai version
   *)
  (*!
   * Assertion Error
   *)
  (*!
   * Utils for plugins (not exported)
   *)
  (*!
   * Utility Functions
   *)
  (*!
   * Configuration
   *)
  (*!
   * Primary `Assertion` prototype
   *)
  (*!
   * Core Assertions
   *)
  (*!
   * Expect interface
   *)
  (*!
   * Should interface
   *)
  (*!
   * Assert interface
   *)
*/
