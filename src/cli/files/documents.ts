// List of all documents with their schemas, for `cairn schema`, the published schemas and the reference.
import type { Described } from "../../core/message.ts";
import type { Protocol } from "../../core/protocol.ts";
import { configDocuments } from "../../runtime/system.ts";

/** `name`: `ultrawork/Start`, `ultrawork/tasks/<id>.json`, `cairn/config`. */
export type Document = Omit<Described, "kind"> & { readonly kind: Described["kind"] | "command" };

const ofProtocol = async ({
  messages,
  described,
  name,
}: Pick<Protocol, "name" | "messages" | "described">): Promise<readonly Document[]> => {
  const shapes = described ?? [];
  const commands = messages.map(({ type, means, json }): Document => ({
    name: type,
    kind: "command",
    means,
    schema: () => ({ title: type, description: means, ...json?.() }),
  }));
  const all = [
    ...shapes.filter(({ kind }) => kind !== "event"),
    ...commands,
    ...shapes.filter(({ kind }) => kind === "event"),
  ];
  return all.map((one) => ({ ...one, name: `${name}/${one.name}` }));
};

export const documents = async (
  protocols: readonly Pick<Protocol, "name" | "messages" | "described">[],
): Promise<readonly Document[]> => [
  ...configDocuments(protocols.map(({ name }) => name)),
  ...(await Promise.all(protocols.map(ofProtocol))).flat(),
];
