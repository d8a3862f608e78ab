// OpenAPI document, made from the endpoints themselves.
import { type JsonSchema, jsonSchemaOf } from "../kit/json-schema.ts";
import * as t from "../kit/schema.ts";
import { isRecord } from "../core/json/record.ts";
import { get, none, type Route } from "./route.ts";

/** OpenAPI 3.1 uses JSON Schema unchanged; its edition is stated once, at the top. */
const schemaOf = (schema: t.Schema, io: "input" | "output"): JsonSchema => ({
  ...jsonSchemaOf(schema, io),
  $schema: undefined,
});

const json = (schema: unknown): object => ({ "application/json": { schema } });

const problems: readonly (readonly [status: string, means: string])[] = [
  ["400", "The request can't be read, or doesn't fit"],
  ["401", "No session and no token"],
  ["403", "Asked by a page of another address, or by a sender who may not"],
  ["404", "There is no such run, version, job, file, address"],
  ["409", "A refusal: it doesn't fit the state"],
  ["413", "More than 1 MiB was sent"],
  ["429", "Too many follow the ledger"],
  ["500", "A bug of cairn's"],
  ["503", "A fault: the operator must act"],
];

const text = { type: "string" };
const object = (required: readonly string[], properties: JsonSchema): JsonSchema => ({
  type: "object",
  required,
  properties,
});
const refusal = object(["code", "text"], {
  code: text,
  text,
  fits: { ...text, description: "What would fit instead" },
  path: text,
  pointer: text,
  line: { type: "integer" },
  column: { type: "integer" },
  more: { type: "array", items: { type: "object" }, description: "All findings at once" },
});
const fault = object(["code", "text", "hint"], { code: text, text, hint: text });
const problem = { oneOf: [object(["refusal"], { refusal }), object(["fault"], { fault })] };

/** `/api/runs/:run/file/*path` → `/api/runs/{run}/file/{path}`, and the names in it. */
const templateOf = (path: string): string => path.replace(/[:*](\w+)/g, "{$1}");
const namesIn = (path: string): readonly string[] =>
  [...path.matchAll(/[:*](\w+)/g)].map((match) => match[1] ?? "");

const queryParameters = (query: t.ObjectSchema | null): readonly object[] => {
  if (query === null) return [];
  const { properties, required } = schemaOf(query, "input");
  return Object.entries<unknown>(isRecord(properties) ? properties : {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: Array.isArray(required) && required.includes(name),
    schema,
  }));
};

const operation = ({ path, means, query, body, answer }: Route): object => ({
  summary: means,
  parameters: [
    ...namesIn(path).map((name) => ({
      name,
      in: "path",
      required: true,
      schema: { type: "string" },
    })),
    ...queryParameters(query),
  ],
  ...(body === null
    ? {}
    : { requestBody: { required: true, content: json(schemaOf(body, "input")) } }),
  responses: {
    "200": {
      description: "As asked",
      ...(answer === null ? {} : { content: json(schemaOf(answer, "output")) }),
    },
    ...Object.fromEntries(
      problems.map(([status, description]) => [
        status,
        { description, content: json({ $ref: "#/components/schemas/Problem" }) },
      ]),
    ),
  },
});

/** An OpenAPI 3.1 document. */
export const openapi = (routes: readonly Route[], version: string) => ({
  openapi: "3.1.0",
  info: {
    title: "Cairn",
    version,
    description:
      "What `cairn serve` answers. Agents' words are texts, wherever they stand: never markup.",
  },
  security: [{ token: [] }, { session: [] }],
  paths: Object.fromEntries(
    [...Map.groupBy(routes, ({ path }) => templateOf(path))].map(([path, own]) => [
      path,
      Object.fromEntries(own.map((route) => [route.method.toLowerCase(), operation(route)])),
    ]),
  ),
  components: {
    securitySchemes: {
      token: {
        type: "http",
        scheme: "bearer",
        description: "The token of the address that `cairn serve` prints",
      },
      session: {
        type: "apiKey",
        in: "cookie",
        name: "cairn_PORT",
        description: "As the page has it; a POST comes from the page's own origin",
      },
    },
    schemas: { Problem: problem },
  },
});

/** These endpoints, and one more that describes them all. */
export const described = (routes: readonly Route[]): readonly Route[] => {
  let made: ReturnType<typeof openapi> | null = null;
  const own = get("/api/openapi.json", {
    means: "This description, as OpenAPI 3.1.",
    query: none,
    answer: t.loose({ openapi: t.text }),
    run: ({ version }) => Promise.resolve((made ??= openapi(all, version))),
  });
  const all: readonly Route[] = [...routes, own];
  return all;
};
