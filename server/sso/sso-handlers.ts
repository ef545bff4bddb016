import type { AreaHandlers } from '../http/handlers.ts'
import type { ReachedAt } from '../setup/reached-at.ts'
import type { SingleSignOn } from './single-sign-on.ts'
import { CALLBACK_PATH } from './sso-routes.ts'

/** Signing in at a provider, as the page asks for it (spec 5 §5.4). */
export function ssoHandlers({
  sso,
  reached,
}: {
  readonly sso: SingleSignOn
  readonly reached: Pick<ReachedAt, 'comesBackTo'>
}): AreaHandlers<'sso'> {
  return {
    ssoProviders: async () => ({
      providers: (await sso.providers()).map(({ id, name }) => ({ id, name })),
    }),
    startSso: async ({ provider, challenge, client }, context) => ({
      address: await sso.start(provider, {
        ...{ challenge, redirectURI: `${reached.comesBackTo(context)}${CALLBACK_PATH}` },
        isInClient: client === 'desktop',
      }),
    }),
    finishSso: ({ ticket, verifier }) => sso.finish(ticket, verifier),
  }
}
