// Why: the files that the rules made of the run are shown as they are or were at the moment that is looked at, and what changed between two.
import "./files.css";
import { Link } from "wouter";
import type { FileList } from "../../../../src/http/answers.ts";
import { useFile, useFiles } from "../../api/queries.ts";
import { useKey } from "../../keys.ts";
import type { TabProps } from "../../run/tabs.ts";
import { AnyTrouble, Trouble } from "../../style/says.tsx";
import { useChoice } from "../view.ts";
import { Artifact } from "./artifact.tsx";
import { Compare } from "./compare.tsx";
import { Differences } from "./differences.tsx";
import { FileText } from "./file-text.tsx";
import { sizeWords } from "./lines.ts";

const Text = ({
  run,
  path,
  at,
  there,
}: {
  readonly run: string;
  readonly path: string;
  readonly at: number | null;
  readonly there: boolean;
}) => {
  const { data, error } = useFile(run, there ? path : null, at);
  if (!there) return <p className="dim">At this moment there was no such file.</p>;
  if (error !== null && data === undefined) return <AnyTrouble error={error} />;
  return data === undefined ? (
    <p className="dim">Loading …</p>
  ) : (
    <FileText text={data} label={path} />
  );
};

/** Its path by its very signs: what is shown of it may stand for another one's as well. */
const signsOf = ({ address }: FileList["artifacts"][number]): string =>
  decodeURIComponent(address.replace(/^.*?\/artifacts\//u, ""));

export const FilesTab = ({ run, shown, at }: TabProps) => {
  const { data: list, error } = useFiles(run, at);
  const choice = useChoice();
  const from = choice.number("from");
  const artifact = choice.get("artifact");
  const made = list?.artifacts.find((one) => signsOf(one) === artifact);
  const files = list?.files ?? [];
  const path = artifact === null ? (choice.get("file") ?? files[0]?.path ?? null) : null;
  const names = [
    ...files.map((file) => ({ file: file.path, artifact: null })),
    ...(list?.artifacts ?? []).map((one) => ({ file: null, artifact: signsOf(one) })),
  ];
  const step = (by: 1 | -1): void => {
    const here = names.findIndex(
      (one) => one.artifact === artifact && (artifact !== null || one.file === path),
    );
    const next = names[Math.min(names.length - 1, Math.max(0, here + by))];
    if (next !== undefined) choice.set({ ...next, from: null });
  };
  useKey("down", () => step(1));
  useKey("up", () => step(-1));
  if (list === undefined)
    return error === null ? <p className="dim">Loading files …</p> : <Trouble error={error} />;
  if (names.length === 0) return <p className="empty">The run had no files at this moment.</p>;
  const to = at ?? shown.version;
  return (
    <div className="files-tab">
      <nav aria-label="Files of the run">
        <ul>
          {files.map((file) => (
            <li key={file.path}>
              <Link
                href={choice.link({ file: file.path, artifact: null, from: null })}
                aria-current={from === null && file.path === path ? "true" : undefined}
              >
                {file.path}
              </Link>
              <span className="small dim number">{sizeWords(file.bytes)}</span>
            </li>
          ))}
        </ul>
        {list.artifacts.length === 0 ? null : (
          <>
            <h3 className="small dim">What it made</h3>
            <ul>
              {list.artifacts.map((one) => (
                <li key={one.address}>
                  <Link
                    href={choice.link({ artifact: signsOf(one), file: null, from: null })}
                    aria-current={one === made ? "true" : undefined}
                  >
                    {one.path}
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
      </nav>
      <section aria-label={from === null ? "Content" : "Changes"}>
        <Compare to={to} from={from} />
        {from === null && (made?.path ?? path) !== null ? (
          <h3>
            <code>{made?.path ?? path}</code>
          </h3>
        ) : null}
        {from !== null ? <Differences run={run} from={Math.min(from, to)} to={to} /> : null}
        {from === null && made !== undefined ? <Artifact run={run} made={made} /> : null}
        {from === null && artifact !== null && made === undefined ? (
          <p className="empty">There is no such file, or it wasn't there yet.</p>
        ) : null}
        {from === null && path !== null ? (
          <Text run={run} path={path} at={at} there={files.some((one) => one.path === path)} />
        ) : null}
      </section>
    </div>
  );
};
