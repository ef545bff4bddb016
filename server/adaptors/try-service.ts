import type * as z from 'zod/mini'
import type { ServiceKind, testAdaptor } from '#shared/contract/adaptors.ts'
import { openAICompatible } from '../chat/assistant/openai-compatible.ts'
import { type OutgoingRules, outgoingFetch } from '../webhooks/outgoing.ts'
import { findAddresses } from './address-lookup.ts'
import { creditsLeft } from './email-verification.ts'
import { ServiceError } from './outside-services.ts'

type ServiceTest = Extract<z.output<(typeof testAdaptor)['request']>, { kind: ServiceKind }>

/** An assistant may take its time over two words, too. */
const ASSISTANT_MS = 20_000
/** The prime minister's address, which every such service knows. */
const KNOWN_POSTCODE = 'SW1A 2AA'

/** Asks a service something that costs nobody a secret, and says in words what it answered. @throws ServiceError and others */
export async function tryService(request: ServiceTest, key: string, rules: OutgoingRules): Promise<string> {
  const { address } = request.settings
  const fetchOf = outgoingFetch(rules)
  switch (request.kind) {
    case 'ADDRESS_LOOKUP': {
      const found = await findAddresses({ address, key }, { postcode: KNOWN_POSTCODE }, fetchOf)
      if (found.length === 0) throw new ServiceError(`It knows no address at ${KNOWN_POSTCODE}.`)
      return found.length === 1 ? 'It found 1 address.' : `It found ${found.length} addresses.`
    }
    case 'EMAIL_VERIFICATION': {
      const left = await creditsLeft({ address, key }, fetchOf)
      return left === 1 ? 'It takes the key; 1 check is left.' : `It takes the key; ${left} checks are left.`
    }
    case 'AI': {
      const patient = outgoingFetch({ ...rules, answerMs: ASSISTANT_MS })
      const access = { url: address, model: request.settings.model, key }
      await openAICompatible(access, patient).ask('Answer with the one word OK.', 'Are you there?')
      return 'The model answered.'
    }
    case 'GIF': {
      const query = new URLSearchParams({ api_key: key, limit: '1', rating: 'g' })
      const answer = await fetchOf(`${address.replace(/\/$/, '')}/v1/gifs/trending?${query}`)
      if (!answer.ok) throw new ServiceError(`Answered ${answer.status}.`)
      return 'It answers with GIFs.'
    }
  }
}
