// Artifact of a run: a text, a picture, or a file to save.
import type { FileList } from "../../../../src/http/answers.ts";
import { useArtifact } from "../../api/queries.ts";
import { Trouble } from "../../style/trouble.tsx";
import { FileText } from "./file-text.tsx";

type Made = FileList["artifacts"][number];

export const Artifact = ({
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
