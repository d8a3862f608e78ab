// MCP server with the fixed tools and documents of the conformance suite, on our transport.
import {
  completable,
  fromJsonSchema,
  McpServer,
  type McpServerFactory,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import { z } from "zod";

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

const image = { type: "image", data: png, mimeType: "image/png" } as const;
const text = (said: string): { readonly type: "text"; readonly text: string } => ({
  type: "text",
  text: said,
});
const resource = (uri: string, mimeType: string, said: string) =>
  ({ type: "resource", resource: { uri, mimeType, text: said } }) as const;

const contact = { type: "string", enum: ["phone", "email"] };
const widest = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: contact,
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // oxlint-disable-next-line unicorn/no-thenable -- a word of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

const tools = (server: McpServer): void => {
  const answers = {
    test_simple_text: [text("This is a simple text response for testing.")],
    test_image_content: [image],
    test_audio_content: [{ type: "audio", data: wav, mimeType: "audio/wav" }],
    test_embedded_resource: [
      resource("test://embedded-resource", "text/plain", "This is an embedded resource content."),
    ],
    test_multiple_content_types: [
      text("Multiple content types test:"),
      image,
      resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ],
  } as const;
  for (const [name, content] of Object.entries(answers))
    server.registerTool(name, { description: name }, () => ({
      content: content.map((part) => ({ ...part })),
    }));
  server.registerTool(
    "json_schema_2020_12_tool",
    { description: "takes all that schemas can say", inputSchema: fromJsonSchema(widest) },
    () => ({
      content: [text("done")],
    }),
  );
  server.registerTool("test_error_handling", { description: "fails" }, () => {
    throw new Error("This tool intentionally returns an error for testing");
  });
  server.registerTool(
    "test_tool_with_progress",
    { description: "tells its progress" },
    async ({ mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of [0, 50, 100])
        if (progressToken !== undefined)
          await mcpReq.notify({
            method: "notifications/progress",
            params: { progressToken, progress, total: 100 },
          });
      return { content: [text("done")] };
    },
  );
};

const documents = (server: McpServer): void => {
  server.registerResource("text", "test://static-text", { mimeType: "text/plain" }, ({ href }) => ({
    contents: [
      {
        uri: href,
        mimeType: "text/plain",
        text: "This is the content of the static text resource.",
      },
    ],
  }));
  server.registerResource(
    "binary",
    "test://static-binary",
    { mimeType: "image/png" },
    ({ href }) => ({
      contents: [{ uri: href, mimeType: "image/png", blob: png }],
    }),
  );
  const template = new ResourceTemplate("test://template/{id}/data", { list: undefined });
  server.registerResource(
    "template",
    template,
    { mimeType: "application/json" },
    ({ href }, { id }) => ({
      contents: [
        {
          uri: href,
          mimeType: "application/json",
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
        },
      ],
    }),
  );
};

const prompts = (server: McpServer): void => {
  const user = "user";
  server.registerPrompt("test_simple_prompt", { description: "says one thing" }, () => ({
    messages: [{ role: user, content: text("This is a simple prompt for testing.") }],
  }));
  const both = z.object({ arg1: completable(z.string(), () => ["test"]), arg2: z.string() });
  server.registerPrompt(
    "test_prompt_with_arguments",
    { description: "takes two", argsSchema: both },
    ({ arg1, arg2 }) => ({
      messages: [
        { role: user, content: text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`) },
      ],
    }),
  );
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    { description: "embeds", argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({
      messages: [
        {
          role: user,
          content: resource(resourceUri, "text/plain", "Embedded resource content for testing."),
        },
        { role: user, content: text("Please process the embedded resource above.") },
      ],
    }),
  );
  server.registerPrompt("test_prompt_with_image", { description: "shows a picture" }, () => ({
    messages: [
      { role: user, content: image },
      { role: user, content: text("Please analyze the image above.") },
    ],
  }));
};

export const everything: McpServerFactory = () => {
  const server = new McpServer({ name: "everything", version: "1.0.0" });
  tools(server);
  documents(server);
  prompts(server);
  return server;
};
