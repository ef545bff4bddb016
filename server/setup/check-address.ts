import * as z from 'zod/mini'
import { setupState } from '#shared/contract/setup.ts'
import type { AddressResult } from '#shared/domain/setup.ts'
import { isWithin } from '../address.ts'
import { requireNoTurn } from '../db/unit-of-work.ts'

const PATIENCE_MS = 5000

const NAME_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME'])
const CERTIFICATE_CODES = /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH)/

const whoAnswers = z.pick(setupState.response, { installationID: true, forwardedBy: true })
const withCode = z.object({ code: z.string() })

/** The system's name for what went wrong; fetch hides it in the cause. */
function codeOf(error: unknown): string {
  const { cause } = error as { cause?: unknown }
  const read = withCode.safeParse(cause)
  return read.success ? read.data.code : ''
}

function whyNot(error: unknown): AddressResult {
  const code = codeOf(error)
  if (NAME_CODES.has(code)) return 'NAME_NOT_FOUND'
  return CERTIFICATE_CODES.test(code) ? 'CERTIFICATE' : 'NO_ANSWER'
}

/**
 * Asks for this installation at an address, as a browser would (spec 5 §2.2). Redirects aren't followed: what
 * people would be given as links is this address.
 *
 * @param question the path that answers who is there: set-up's own until a company lives here
 */
export async function checkAddress(
  origin: { readonly publicOrigin: string; readonly trustedProxies: readonly string[] },
  installationID: string,
  question: string = setupState.path,
): Promise<AddressResult> {
  requireNoTurn()
  let text: string
  try {
    const response = await fetch(`${new URL(origin.publicOrigin).origin}${question}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: { accept: 'application/json' },
    })
    text = await response.text()
  } catch (error) {
    return whyNot(error)
  }
  const read = z.safeParse(whoAnswers, parsed(text))
  if (!read.success || read.data.installationID !== installationID) return 'ANOTHER'
  const { forwardedBy } = read.data
  return forwardedBy === null || isWithin(forwardedBy, origin.trustedProxies) ? 'REACHES' : 'PROXY'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
