import { CREDENTIAL_TOOLS, type CredentialTool, TOKEN_LOGIN } from '#shared/domain/tool-credentials.ts'
import { Refusal } from '../refusal.ts'
import type { ToolDetails } from './tool-credentials.ts'

export const wordsOf = (tool: CredentialTool) => CREDENTIAL_TOOLS[tool]

/** What is wrong with what an entry is to hold; null where nothing is. The form and the import ask it. */
export function credentialFault(
  tool: CredentialTool,
  { userName, password, url }: ToolDetails,
): Refusal | null {
  if (password === '' && !(tool === 'DIALLER' && userName === TOKEN_LOGIN))
    return new Refusal(400, 'credential.noPassword')
  if (tool === 'DIALLER' && url === '') return new Refusal(400, 'credential.noAddress')
  return null
}
