// Generator of the HTTP reference, a table of the endpoints.
import { described } from "../../src/http/openapi.ts";
import { routes } from "../../src/http/routes.ts";
import type { Generator } from "./generators.ts";
import { cell, table } from "./markdown.ts";

const page = (): string => {
  const rows = described(routes).map(({ method, path, query, body, means }) => {
    const asked = query === null ? "" : `?${Object.keys(query.entries).join("&")}`;
    return [method, `\`${cell(path + asked)}\``, body === null ? "" : "JSON", cell(means)];
  });
  return [
    "# HTTP",
    "",
    "Made by `npm run generate` from the endpoints of `cairn serve`; the server describes each field of them at `/api/openapi.json`, as OpenAPI 3.1. What it asks of whoever calls stands in [the guide](../guide/page.md#for-programs).",
    "",
    table(["method", "address", "body", "what"], rows),
    "",
  ].join("\n");
};

export const httpReference: Generator = {
  path: "docs/reference/http.md",
  make: () => Promise.resolve(page()),
};
