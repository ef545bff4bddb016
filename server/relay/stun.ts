import { createHmac, timingSafeEqual } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import { crc32 } from 'node:zlib'

/** Messages of STUN and TURN, as far as browsers need them (RFC 8489 §5, §14; RFC 8656 §18). */

export const METHOD = {
  BINDING: 0x001,
  ALLOCATE: 0x003,
  REFRESH: 0x004,
  SEND: 0x006,
  DATA: 0x007,
  CREATE_PERMISSION: 0x008,
  CHANNEL_BIND: 0x009,
} as const

export const KIND = { REQUEST: 0x000, INDICATION: 0x010, SUCCESS: 0x100, ERROR: 0x110 } as const
const KIND_BITS = 0x110

export const ATTRIBUTE = {
  USERNAME: 0x0006,
  MESSAGE_INTEGRITY: 0x0008,
  ERROR_CODE: 0x0009,
  CHANNEL_NUMBER: 0x000c,
  LIFETIME: 0x000d,
  XOR_PEER_ADDRESS: 0x0012,
  DATA: 0x0013,
  REALM: 0x0014,
  NONCE: 0x0015,
  XOR_RELAYED_ADDRESS: 0x0016,
  REQUESTED_TRANSPORT: 0x0019,
  XOR_MAPPED_ADDRESS: 0x0020,
  SOFTWARE: 0x8022,
  FINGERPRINT: 0x8028,
  ICE_CONTROLLED: 0x8029,
  ICE_CONTROLLING: 0x802a,
} as const

export const HEADER_BYTES = 20
const COOKIE = 0x2112a442
const INTEGRITY_BYTES = 20
const FINGERPRINT_MASK = 0x5354554e
const FAMILY = { V4: 1, V6: 2 } as const

export interface StunMessage {
  readonly method: number
  readonly kind: number
  /** 12 bytes. */
  readonly transaction: Buffer
  /** In their order; of those after MESSAGE-INTEGRITY only FINGERPRINT counts. */
  readonly attributes: readonly (readonly [type: number, value: Buffer])[]
  /** The bytes that MESSAGE-INTEGRITY covers; null where there is none. */
  readonly covered: Buffer | null
}

export interface Address {
  readonly ip: string
  readonly port: number
}

/** Whether something begins as STUN does: HTTP begins with a letter, TLS with 0x16. */
export const startsAsStun = (first: number): boolean => first <= 0x03

/** @returns null for what is no whole message */
export function readStun(bytes: Buffer): StunMessage | null {
  if (bytes.length < HEADER_BYTES || bytes.readUInt32BE(4) !== COOKIE) return null
  const type = bytes.readUInt16BE(0)
  if (type > 0x3fff || bytes.readUInt16BE(2) !== bytes.length - HEADER_BYTES || bytes.length % 4 !== 0)
    return null
  const attributes: [number, Buffer][] = []
  let covered: Buffer | null = null
  for (let at = HEADER_BYTES; at < bytes.length; ) {
    const length = at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : bytes.length
    if (at + 4 + length > bytes.length) return null
    const attribute = bytes.readUInt16BE(at)
    if (covered === null || attribute === ATTRIBUTE.FINGERPRINT)
      attributes.push([attribute, bytes.subarray(at + 4, at + 4 + length)])
    if (attribute === ATTRIBUTE.MESSAGE_INTEGRITY && covered === null) covered = withLength(bytes, at)
    at += 4 + padded(length)
  }
  return {
    method: type & ~KIND_BITS,
    kind: type & KIND_BITS,
    transaction: bytes.subarray(8, HEADER_BYTES),
    attributes,
    covered,
  }
}

/** A message up to its MESSAGE-INTEGRITY, whose length counts that as the last one. */
function withLength(bytes: Buffer, integrityAt: number): Buffer {
  const covered = Buffer.from(bytes.subarray(0, integrityAt))
  covered.writeUInt16BE(integrityAt - HEADER_BYTES + 4 + INTEGRITY_BYTES, 2)
  return covered
}

export const attributeOf = ({ attributes }: StunMessage, type: number): Buffer | null =>
  attributes.find(([one]) => one === type)?.[1] ?? null

export const textOf = (message: StunMessage, type: number): string | null =>
  attributeOf(message, type)?.toString('utf8') ?? null

/** Whether the message was made by who knows the key. */
export function isIntact(message: StunMessage, key: Buffer): boolean {
  const given = attributeOf(message, ATTRIBUTE.MESSAGE_INTEGRITY)
  if (!message.covered || given?.length !== INTEGRITY_BYTES) return false
  return timingSafeEqual(given, createHmac('sha1', key).update(message.covered).digest())
}

interface NewMessage {
  readonly method: number
  readonly kind: number
  readonly transaction: Buffer
  readonly attributes: readonly (readonly [type: number, value: Buffer])[]
}

/** @param key what MESSAGE-INTEGRITY is made with; null for none */
export function writeStun({ method, kind, transaction, attributes }: NewMessage, key: Buffer | null): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt16BE(method | kind, 0)
  header.writeUInt32BE(COOKIE, 4)
  transaction.copy(header, 8)
  let bytes = Buffer.concat([header, ...attributes.map(([type, value]) => writeAttribute(type, value))])
  if (key) {
    const sum = createHmac('sha1', key).update(withLength(bytes, bytes.length)).digest()
    bytes = Buffer.concat([bytes, writeAttribute(ATTRIBUTE.MESSAGE_INTEGRITY, sum)])
  }
  bytes.writeUInt16BE(bytes.length - HEADER_BYTES + 8, 2)
  const fingerprint = Buffer.alloc(4)
  fingerprint.writeUInt32BE((crc32(bytes) ^ FINGERPRINT_MASK) >>> 0, 0)
  return Buffer.concat([bytes, writeAttribute(ATTRIBUTE.FINGERPRINT, fingerprint)])
}

function writeAttribute(type: number, value: Buffer): Buffer {
  const bytes = Buffer.alloc(4 + padded(value.length))
  bytes.writeUInt16BE(type, 0)
  bytes.writeUInt16BE(value.length, 2)
  value.copy(bytes, 4)
  return bytes
}

/** Everything is filled up to four bytes. */
export const padded = (length: number): number => (length + 3) & ~3

/** An address as XOR-MAPPED-ADDRESS and its like have it. */
export function writeAddress({ ip, port }: Address, transaction: Buffer): Buffer {
  const plain = plainIP(ip)
  const raw = isIPv4(plain) ? Buffer.from(plain.split('.').map(Number)) : v6Bytes(plain)
  const bytes = Buffer.alloc(4 + raw.length)
  bytes.writeUInt8(raw.length === 4 ? FAMILY.V4 : FAMILY.V6, 1)
  bytes.writeUInt16BE(port ^ (COOKIE >>> 16), 2)
  const mask = maskOf(transaction)
  for (const [place, byte] of raw.entries()) bytes.writeUInt8(byte ^ (mask[place] ?? 0), 4 + place)
  return bytes
}

/** @returns null for what is no address */
export function readAddress(bytes: Buffer, transaction: Buffer): Address | null {
  const length = bytes.length - 4
  if (length !== 4 && length !== 16) return null
  if (bytes.readUInt8(1) !== (length === 4 ? FAMILY.V4 : FAMILY.V6)) return null
  const mask = maskOf(transaction)
  const raw = [...bytes.subarray(4)].map((byte, place) => byte ^ (mask[place] ?? 0))
  const port = bytes.readUInt16BE(2) ^ (COOKIE >>> 16)
  if (length === 4) return { ip: raw.join('.'), port }
  const groups = Array.from({ length: 8 }, (_, place) =>
    (((raw[2 * place] ?? 0) << 8) | (raw[2 * place + 1] ?? 0)).toString(16),
  )
  return { ip: groups.join(':'), port }
}

function maskOf(transaction: Buffer): Buffer {
  const cookie = Buffer.alloc(4)
  cookie.writeUInt32BE(COOKIE, 0)
  return Buffer.concat([cookie, transaction])
}

/** An IPv4 address that a socket for both families names in the way of IPv6. */
export const plainIP = (ip: string): string =>
  ip.startsWith('::ffff:') && isIPv4(ip.slice(7)) ? ip.slice(7) : ip

function v6Bytes(ip: string): Buffer {
  if (!isIPv6(ip)) return Buffer.alloc(16)
  const [bare = ''] = ip.split('%')
  const [head = '', tail] = bare.split('::')
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':'))
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')]
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after]
  return Buffer.from(
    groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]),
  )
}
