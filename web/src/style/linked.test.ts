// Tests of links in texts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { splitLinks } from "./linked.ts";

const links = (text: string): readonly string[] =>
  splitLinks(text).flatMap((piece) => (piece.link ? [piece.text] : []));

test("addresses of pages become links, the sentence around them doesn't", () => {
  assert.deepEqual(links("see (https://a.example/x?y#z), then http://b.example."), [
    "https://a.example/x?y#z",
    "http://b.example",
  ]);
});

test("nothing is lost, and nothing else becomes a link", () => {
  for (const text of [
    "plain words",
    "see https://a.example now, please",
    "[read me](javascript:alert(1)) javascript:alert(2) data:text/html,x",
    "<a href='https://a.example'>x</a> https://",
    "https://a.example\n\thttps://b.example ",
  ])
    assert.equal(
      splitLinks(text)
        .map((piece) => piece.text)
        .join(""),
      text,
    );
  assert.deepEqual(
    links(
      "[read me](javascript:alert(1)) javascript:alert(2) data:text/html,x //a.example ftp://a.example https://",
    ),
    [],
  );
});
