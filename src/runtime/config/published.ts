// Documents of the configuration for `cairn schema`, the published schemas and the reference.
import { draft } from "../../core/json/schema.ts";
import type { Described } from "../../core/message.ts";
import { jsonSchemaOf } from "../../kit/json-schema.ts";
import type { Schema } from "../../kit/schema.ts";
import { notify } from "./notify.ts";
import { personalFile, repositoryFile } from "./schema.ts";

const file = (
  title: string,
  description: string,
  form: Schema,
): Readonly<Record<string, unknown>> => ({
  $schema: draft,
  title,
  description,
  ...jsonSchemaOf(form),
});

export const configDocuments = (
  protocols: readonly string[],
): readonly (Described & { readonly kind: "document" })[] => [
  {
    name: "cairn/config",
    kind: "document",
    means: "cairn.config.json: agents, roles, options.",
    schema: () =>
      file(
        "cairn.config.json",
        "Which agents there are, which role each has, and options of the protocols.",
        repositoryFile(protocols),
      ),
  },
  {
    name: "cairn/personal",
    kind: "document",
    means: "~/.config/cairn/config.json: your own agents, roles and notices, for every repository.",
    schema: () =>
      file(
        "~/.config/cairn/config.json",
        "Your own agents and roles, what jobs are fenced with on this machine, and where notices go, in every repository whose cairn.config.json says nothing else.",
        personalFile(notify, null),
      ),
  },
];
