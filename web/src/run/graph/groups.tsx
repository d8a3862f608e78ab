// Why: what stands together is framed and named, with how far it is as a whole.
import type { ShownNode } from "../../../../src/http/answers.ts";
import { memo } from "react";
import { doneOf } from "../node-words.ts";
import type { Layout } from "./layout.ts";

export const GroupFrames = memo(({ layout, nodes }: { readonly layout: Layout; readonly nodes: readonly ShownNode[] }) => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return layout.groups.map(({ name, ids, x, y, width, height }) => {
    const members = ids.flatMap((id) => byId.get(id) ?? []);
    return (
      <div key={name} className="group-frame" style={{ transform: `translate(${x}px, ${y}px)`, width, height }}>
        <p title={name}>
          <strong>{name}</strong> <span className="dim small number">{doneOf(members)}</span>
        </p>
      </div>
    );
  });
});
