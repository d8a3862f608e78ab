// Why: what a run made can be looked at in place: texts as text, pictures as pictures, anything else to be saved.
import { artifactPath, useArtifact } from "../../api/queries.ts";
import { Trouble } from "../../style/says.tsx";
import { FileText } from "./file-text.tsx";

export const Artifact = ({ run, path }: { readonly run: string; readonly path: string }) => {
  const { data, error } = useArtifact(run, path);
  if (error !== null) return <Trouble error={error} />;
  if (data === undefined) return <p className="dim">reading …</p>;
  return (
    <>
      <p className="small dim">As it lies in the working tree now.</p>
      {data.is === "text" ? <FileText text={data.text} label={path} /> : null}
      {data.is === "picture" ? <img src={artifactPath(run, path)} alt={path} /> : null}
      {data.is === "other" ? (
        <p>
          This is neither a text nor a picture.{" "}
          <a href={artifactPath(run, path)} download>
            Save it
          </a>
        </p>
      ) : null}
    </>
  );
};
