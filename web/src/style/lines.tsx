// Changed lines: how many were added and removed.
import { count } from "../words.ts";

type Sum = { readonly added: number; readonly removed: number; readonly files?: number; readonly is?: "landed" | "waiting" };

export const Lines = ({ of: { added, removed, files, is } }: { readonly of: Sum }) => (
  <span
    className="lines number"
    title={files === undefined ? undefined : `${count(files, "file")} changed${is === "waiting" ? ", not landed yet" : ""}`}
  >
    <span className="good">+{added}</span> <span className="bad">−{removed}</span>
  </span>
);
