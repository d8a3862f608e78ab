// Files tab: a run's files at a time, and its artifacts.
import "./files.css";
import { Link } from "wouter";
import { sizeWords } from "../../../../src/core/words/transcript.ts";
import type { FileList } from "../../../../src/http/answers.ts";
import { useFile, useFiles } from "../../api/queries.ts";
import { useStepKeys } from "../../keys.ts";
import type { TabProps } from "../../run/tab-names.ts";
import { Pending, Trouble } from "../../style/trouble.tsx";
import { clamp } from "../../words.ts";
import { useAddress } from "../../address.ts";
import { Artifact } from "./artifact.tsx";
import { FileText } from "./file-text.tsx";

type TextProps = {
  readonly run: string;
  readonly path: string;
  readonly at: number | null;
  readonly there: boolean;
};

const Text = ({ run, path, at, there }: TextProps) => {
  const { data, error } = useFile(run, there ? path : null, at);
  if (!there) return <p className="dim">At this moment there was no such file.</p>;
  return data === undefined ? <Pending error={error} /> : <FileText text={data} label={path} />;
};

/** Its exact path: displayed paths may collide. */
const exactPath = ({ address }: FileList["artifacts"][number]): string =>
  decodeURIComponent(address.replace(/^.*?\/artifacts\//u, ""));

type FileChoice = {
  /** The shown file; null: an artifact is shown. */
  readonly path: string | null;
  /** The artifact in the address; null: none. */
  readonly artifact: string | null;
};

/** The choice in the address, else the first file; keys move between files. */
const useFileChoice = (list: FileList | undefined): FileChoice => {
  const choice = useAddress();
  const artifact = choice.get("artifact");
  const files = list?.files ?? [];
  const path = artifact === null ? (choice.get("file") ?? files[0]?.path ?? null) : null;
  const all = [
    ...files.map((file) => ({ file: file.path, artifact: null })),
    ...(list?.artifacts ?? []).map((one) => ({ file: null, artifact: exactPath(one) })),
  ];
  useStepKeys((by) => {
    const here = all.findIndex((one) => one.artifact === artifact && one.file === path);
    const next = all[clamp(here + by, 0, all.length - 1)];
    if (next !== undefined) choice.set(next);
  });
  return { path, artifact };
};

type Props = {
  readonly run: string;
  readonly at: number | null;
  readonly list: FileList;
  readonly choice: FileChoice;
};

const FileLinks = ({ list: { files, artifacts }, choice: { path, artifact } }: Props) => {
  const { link } = useAddress();
  return (
    <nav aria-label="Files of the run">
      <ul>
        {files.map((file) => (
          <li key={file.path}>
            <Link
              href={link({ file: file.path, artifact: null })}
              aria-current={file.path === path ? "true" : undefined}
            >
              {file.path}
            </Link>
            <span className="small dim number">{sizeWords(file.bytes)}</span>
          </li>
        ))}
      </ul>
      {artifacts.length === 0 ? null : (
        <>
          <h3 className="small dim">What it made</h3>
          <ul>
            {artifacts.map((one) => (
              <li key={one.address}>
                <Link
                  href={link({ artifact: exactPath(one), file: null })}
                  aria-current={exactPath(one) === artifact ? "true" : undefined}
                >
                  {one.path}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </nav>
  );
};

const Content = ({ run, at, list, choice: { path, artifact } }: Props) => {
  const made = list.artifacts.find((one) => exactPath(one) === artifact);
  const name = made?.path ?? path;
  if (name === null) return <p className="empty">There is no such file, or it wasn't there yet.</p>;
  return (
    <>
      <h3>
        <code>{name}</code>
      </h3>
      {made === undefined ? (
        <Text run={run} path={name} at={at} there={list.files.some((one) => one.path === name)} />
      ) : (
        <Artifact run={run} made={made} />
      )}
    </>
  );
};

export const FilesTab = ({ shown, at }: TabProps) => {
  const { run } = shown;
  const { data: list, error } = useFiles(run, at);
  const choice = useFileChoice(list);
  if (list === undefined)
    return error === null ? <p className="dim">Loading files …</p> : <Trouble error={error} />;
  if (list.files.length + list.artifacts.length === 0)
    return <p className="empty">The run had no files at this moment.</p>;
  const props = { run, at, list, choice };
  return (
    <div className="files-tab">
      <FileLinks {...props} />
      <section aria-label="Content">
        <Content {...props} />
      </section>
    </div>
  );
};
