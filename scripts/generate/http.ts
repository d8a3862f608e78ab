// Generator of the HTTP reference: OpenAPI document and table, from the endpoints.
import { packageVersion } from "../../src/cli/version.ts";
import { described, openapi } from "../../src/http/openapi.ts";
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
    "Made by `npm run generate` from the endpoints of `cairn serve`; [openapi.json](openapi.json) has each field, and the server answers the same at `/api/openapi.json`. What it asks of whoever calls stands in [docs/serve.md](../serve.md).",
    "",
    table(["method", "address", "body", "what"], rows),
    "",
  ].join("\n");
};

export const httpReference: readonly Generator[] = [
  { path: "docs/reference/http.md", make: () => Promise.resolve(page()) },
  {
    path: "docs/reference/openapi.json",
    make: () =>
      Promise.resolve(`${JSON.stringify(openapi(described(routes), packageVersion()), null, 2)}\n`),
  },
];
