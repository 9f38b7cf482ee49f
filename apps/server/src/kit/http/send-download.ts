// Answers a call with a file that browsers save.
import type { FastifyReply } from 'fastify';

/** Sets the headers once the content can be produced: a call that fails is answered with its error as usual. */
export async function sendDownload<Content>(
  reply: FastifyReply,
  name: string,
  content: Promise<Content>,
): Promise<Content> {
  const produced = await content;
  reply.header('content-disposition', `attachment; filename="${name}"`);
  return produced;
}
