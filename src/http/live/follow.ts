// Counter of open streams with a maximum.

/** Takes a slot; null: none free. The result wraps the response, and releases the slot at its end. */
export const followers = (most: number): (() => ((response: Response) => Response) | null) => {
  let count = 0;
  return () => {
    if (count >= most) return null;
    count += 1;
    let held = true;
    const give = (): void => {
      if (held) count -= 1;
      held = false;
    };
    return (response) => {
      const reader: ReadableStreamDefaultReader<Uint8Array> | undefined =
        response.body?.getReader();
      if (reader === undefined) {
        give();
        return response;
      }
      const body = new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            const read = await reader.read().catch((error: unknown) => {
              give();
              throw error;
            });
            if (read.value !== undefined) controller.enqueue(read.value);
            if (!read.done) return;
            give();
            controller.close();
          },
          async cancel(reason) {
            give();
            await reader.cancel(reason);
          },
        },
        { highWaterMark: 0 },
      );
      return new Response(body, { status: response.status, headers: response.headers });
    };
  };
};
