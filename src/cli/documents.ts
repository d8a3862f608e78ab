// Why: the schema verb, the published schemas and the reference pages list the same documents from one place.
import type { Described } from "../core/protocol.ts";
import { isRefusal, type Refusal } from "../core/refusal.ts";
import type { System } from "../runtime/system.ts";
import { configSchema } from "./config-schema.ts";

/** `name`: `ultrawork/Start`, `ultrawork/tasks/<id>.json`, `cairn/config`. */
export type Document = Omit<Described, "kind"> & { readonly kind: Described["kind"] | "command" };

export const documents = async (system: Pick<System, "protocols" | "protocol" | "messages">): Promise<readonly Document[] | Refusal> => {
  const found: Document[] = [
    {
      name: "cairn/config",
      kind: "document",
      means: "cairn.config.json: agents, roles, options.",
      schema: () => configSchema(system.protocols),
    },
  ];
  for (const name of system.protocols) {
    const protocol = await system.protocol(name);
    if (isRefusal(protocol)) return protocol;
    const described = (await protocol.described?.()) ?? [];
    const commands = (await system.messages(name)).map(({ type, means, json }): Document => ({
      name: type,
      kind: "command",
      means,
      schema: () => ({ title: type, description: means, ...json?.() }),
    }));
    for (const one of [
      ...described.filter(({ kind }) => kind !== "event"),
      ...commands,
      ...described.filter(({ kind }) => kind === "event"),
    ])
      found.push({ ...one, name: `${name}/${one.name}` });
  }
  return found;
};
