// Route handlers for driver documents.
import { type DocumentKind, routes } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { type Actor, type BoundRoute, route } from '../../kit/index.ts';
import type { DocumentsDeps } from './documents.deps.ts';
import { mayUseDocuments, showsPictures } from './documents.policy.ts';
import { presentDocuments } from './documents.presenter.ts';
import { documentsRepository } from './documents.repository.ts';
import { createSetDocument } from './set-document.ts';
import { createSetDocumentExpiry } from './set-document-expiry.ts';

export function documentRoutes(deps: DocumentsDeps): BoundRoute[] {
  const { db, links, storage, identity, fleet, settings } = deps;
  const setDocument = createSetDocument(deps);
  const setExpiry = createSetDocumentExpiry(deps);

  /** Throws `not_found` for a driver whose documents the caller may not see. */
  async function listed(actor: Actor, uid: string) {
    if (actor.uid !== uid) {
      const [driver, user] = await Promise.all([fleet.findDriver(db, uid), identity.userOf(uid)]);
      if (!driver || !user || !mayUseDocuments(actor, driver)) throw new DomainError('not_found');
    }
    const showsPicture = showsPictures(actor, uid, await settings.get());
    return { items: await presentDocuments(deps, await documentsRepository(db).of(uid), showsPicture) };
  }

  async function uploadDocument(
    actor: Actor,
    handedIn: { uid: string; kind: DocumentKind; bytes: Buffer; expiresOn?: string | undefined },
  ) {
    await setDocument(actor, handedIn);
    return listed(actor, handedIn.uid);
  }

  return [
    route(routes.getMyDocuments, async ({ actor }) => listed(actor, actor.uid)),
    route(routes.setLicense, async ({ actor, query, upload }) =>
      uploadDocument(actor, { ...query, uid: actor.uid, kind: 'licenseImage', bytes: upload.bytes }),
    ),
    route(routes.setMyDocument, async ({ actor, params, query, upload }) =>
      uploadDocument(actor, { ...query, uid: actor.uid, kind: params.kind, bytes: upload.bytes }),
    ),
    route(routes.getUserDocuments, async ({ actor, params }) => listed(actor, params.id)),
    route(routes.setUserDocument, async ({ actor, params, query, upload }) =>
      uploadDocument(actor, { ...query, uid: params.id, kind: params.kind, bytes: upload.bytes }),
    ),
    route(routes.setDocumentExpiry, async ({ actor, params, body }) => {
      const [document] = await presentDocuments(
        deps,
        [await setExpiry(actor, params.id, body.expiresOn)],
        true,
      );
      if (document === undefined) throw new DomainError('not_found');
      return document;
    }),
    route(routes.getDocumentContent, async ({ params, query, reply }) => {
      links.check({ id: params.id, until: query.until, signature: query.signature });
      const documents = documentsRepository(db);
      const found = (await documents.find(params.id)) ?? (await documents.findLicense(params.id));
      const file = found && (await storage.get(found.storageKey));
      if (!file) throw new DomainError('not_found');
      reply.header('cache-control', 'private, no-store');
      reply.header('content-disposition', 'inline; filename="document.webp"');
      reply.header('x-content-type-options', 'nosniff');
      return file.bytes;
    }),
  ];
}
