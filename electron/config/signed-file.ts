import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import * as z from 'zod/mini'

const signedFile = z.object({ payload: z.base64(), signature: z.base64() })

/**
 * The text in a signed file: JSON with `payload`, the text in base64, and `signature`, its Ed25519 signature.
 *
 * @param publicKey the signer's, as base64 of its SPKI form
 * @throws where it isn't such a file, or was signed with another key
 */
export function openSignedFile(file: string, publicKey: string): string {
  const { payload, signature } = z.parse(signedFile, JSON.parse(file))
  const content = Buffer.from(payload, 'base64')
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The pinned key is no Ed25519 key.')
  if (!verify(null, content, key, Buffer.from(signature, 'base64'))) {
    throw new Error('The file is not signed with the pinned key.')
  }
  return content.toString('utf8')
}

/**
 * For scripts/.
 * @param privateKey as PEM
 * @tooling
 */
export function signFile(text: string, privateKey: string): string {
  const content = Buffer.from(text, 'utf8')
  const signature = sign(null, content, createPrivateKey(privateKey)).toString('base64')
  return JSON.stringify({ payload: content.toString('base64'), signature }, null, 2)
}

/**
 * A new pair of keys: the private one as PEM, the public one in the form in which it is pinned. For scripts/.
 * @tooling
 */
export function newSigningKeys(): { privateKey: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  }
}
