// Files tab: a run's files at a time, and its artifacts as they are now.
import "./files.css";
import { useState } from "react";
import { Link } from "wouter";
import { sizeWords } from "../../../../src/core/words/transcript.ts";
import type { FileList } from "../../../../src/http/answers.ts";
import { useArtifact, useFile, useFiles } from "../../api/queries.ts";
import type { TabProps } from "../../run/tab-names.ts";
import { Scrollable } from "../../style/scrollable.tsx";
import { Pending, Trouble } from "../../style/trouble.tsx";
import { useAddress } from "../../address.ts";

/** Characters shown at first. */
const shownFirst = 300_000;

const FileText = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const [whole, setWhole] = useState(false);
  const left = whole ? 0 : text.length - shownFirst;
  if (text === "") return <p className="dim">The file is empty.</p>;
  return (
    <>
      <Scrollable className="text" label={label}>
        <pre>{left > 0 ? text.slice(0, shownFirst) : text}</pre>
      </Scrollable>
      {left <= 0 ? null : (
        <button type="button" onClick={() => setWhole(true)}>
          Show {left.toLocaleString("en")} more characters
        </button>
      )}
    </>
  );
};

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

/** A text, a picture, or a file to save. */
type Made = FileList["artifacts"][number];

const Artifact = ({
  run,
  made: { path, address },
}: {
  readonly run: string;
  readonly made: Made;
}) => {
  const { data, error } = useArtifact(run, address);
  if (error !== null) return <Trouble error={error} />;
  if (data === undefined) return <p className="dim">Loading …</p>;
  return (
    <>
      <p className="small dim">As it is in the working tree now.</p>
      {data.is === "text" ? <FileText text={data.text} label={path} /> : null}
      {data.is === "picture" ? <img src={address} alt={path} /> : null}
      {data.is === "other" ? (
        <p>
          This is neither a text nor a picture.{" "}
          <a href={address} download>
            Save
          </a>
        </p>
      ) : null}
    </>
  );
};

/** Its exact path: displayed paths may collide. */
const exactPath = ({ address }: Made): string =>
  decodeURIComponent(address.replace(/^.*?\/artifacts\//u, ""));

type FileChoice = {
  /** The shown file; null: an artifact is shown. */
  readonly path: string | null;
  /** The artifact in the address; null: none. */
  readonly artifact: string | null;
};

/** The choice in the address, else the first file. */
const useFileChoice = (list: FileList | undefined): FileChoice => {
  const { get } = useAddress();
  const artifact = get("artifact");
  const path = artifact === null ? (get("file") ?? list?.files[0]?.path ?? null) : null;
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
