// Tests of eager compilation in the build: functions behave as before, unmarked bundles stop it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Script } from "node:vm";
import { eager } from "../../scripts/build/eager.ts";

/** A function that is called at once, with this body. */
const called = (body: string): string => `()=>{${body}}`;
const around = (body: string): string => `var told;{const call=${called(body)};told=call()}told`;
const run = (code: string): unknown => new Script(code).runInThisContext();
const compiled = (code: string): number => new Script(code).createCachedData().length;
/** Marks the function whose text is `text`. */
const marking = (code: string, ...texts: readonly string[]): string =>
  eager(
    code,
    new Set(
      texts.map((text) => {
        const start = code.indexOf(text);
        assert.ok(
          start !== -1 && code.indexOf(text, start + 1) === -1,
          `${text} stands there once`,
        );
        return `${start}:${start + text.length}`;
      }),
    ),
  );

test("functions of every form do what they did, marked alone, together and within each other", async () => {
  const forms: readonly (readonly [body: string, marked: readonly string[], told: unknown])[] = [
    ["const f=(a,b=2)=>a+b;return f(1)", ["(a,b=2)=>a+b"], 3],
    ["const f=a=>({a});return f(1).a", ["a=>({a})"], 1],
    ["const f=a=>b=>a+b;return f(1)(2)", ["a=>b=>a+b", "b=>a+b"], 3],
    [
      "const f=function(a){return this.n+a};return f.call({n:1},1)",
      ["function(a){return this.n+a}"],
      2,
    ],
    ["const o={n:1,m(a){return this.n+a}};return o.m(1)", ["m(a){return this.n+a}"], 2],
    ["const o={get g(){return 4},*m(){yield 5}};return o.g+[...o.m()][0]", ["*m(){yield 5}"], 9],
    ["const f=async(a)=>a+1;return f(1)", ["async(a)=>a+1"], 2],
    ["const f=async a=>{return a+1};return f(1)", ["async a=>{return a+1}"], 2],
    ["const f=async()=>({a:1});return f().then(x=>x.a)", ["async()=>({a:1})", "x=>x.a"], 1],
    [
      "const f=async(a=()=>7)=>async()=>a();return f().then(x=>x())",
      ["async(a=()=>7)=>async()=>a()", "()=>7", "async()=>a()"],
      7,
    ],
    ["const o={async m({a}){return a}};return o.m({a:8})", ["async m({a}){return a}"], 8],
    [
      "return (function(){return (async()=>this.n+arguments[0])()}).call({n:1},2)",
      ["async()=>this.n+arguments[0]"],
      3,
    ],
    ["class A{m(){return 1}};return new A().m()", ["m(){return 1}"], 1],
  ];
  for (const [body, marked, told] of forms) {
    const code = around(body);
    assert.equal(await run(code), told, body);
    for (const set of [[], marked, ...marked.map((one) => [one])])
      assert.equal(
        await run(marking(code, called(body), ...set)),
        told,
        `${body} ${set.join(" ")}`,
      );
  }
});

test("marked functions are compiled when the file is", () => {
  const long = "let n=0;for(let i=0;i<9;i+=1)n+=Math.max(i,n)*2;return n";
  const body = `const f=async(a)=>{${long}};const g=()=>{${long}};return [f,g].length`;
  const outer = marking(around(body), called(body));
  const both = marking(around(body), called(body), `async(a)=>{${long}}`);
  assert.ok(compiled(outer) > compiled(around(body)));
  assert.ok(compiled(both) > compiled(outer));
});

test("a bundle in which nothing is marked stops the build: it would be slow, and nobody would see it", () => {
  assert.throws(() => eager("var a=1", new Set(["0:7"])), /marked/);
});
