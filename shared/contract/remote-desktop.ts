import * as z from 'zod/mini'
import { isOneLine } from '../domain/one-line.ts'
import { isComputerAddress, REMOTE_DESKTOP_MAX } from '../domain/remote-desktop.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID } from './primitives.ts'

const line = (name: keyof typeof REMOTE_DESKTOP_MAX) =>
  z
    .string()
    .check(
      z.maxLength(REMOTE_DESKTOP_MAX[name]),
      z.refine(isOneLine, { error: `The ${name} must be one line.` }),
    )
const required = (name: 'displayName' | 'address' | 'username') =>
  line(name).check(z.trim(), z.minLength(1, { error: `The ${name} is missing.` }))

const id = recordID
const displayName = required('displayName')
const address = required('address').check(
  z.refine(isComputerAddress, { error: 'The address must be the name or IP address of a computer.' }),
)
const username = required('username')
const password = line('password')

/** A remote desktop as it appears in lists, without its password (spec 3 §3). */
export const remoteDesktop = z.object({ id, displayName, address, username })
export type RemoteDesktop = z.output<typeof remoteDesktop>

/** The whole record (spec 3 §3). */
export const remoteDesktopRecord = z.object({ id, displayName, address, username, password })
export type RemoteDesktopRecord = z.output<typeof remoteDesktopRecord>

export const viewMyRdp = call({
  path: '/api/services/view-my-rdp',
  request: noPayload,
  response: z.array(remoteDesktop),
  summary: "The person's remote desktops by display name, without their passwords.",
  spec: '3 §7',
})

export const decryptRdp = call({
  path: '/api/services/decrypt-rdp',
  request: remoteDesktop,
  response: remoteDesktopRecord,
  summary:
    'The stored remote desktop of that id with its password, to its owner. It is noted in the event log.',
  spec: '3 §7',
})

export const removeRdp = call({
  path: '/api/services/remove-rdp',
  request: remoteDesktop,
  response: done,
  summary: 'Removes the remote desktop of that id.',
  spec: '3 §7',
})

export const updateRdp = call({
  path: '/api/services/update-rdp',
  request: remoteDesktopRecord,
  response: done,
  summary: 'Changes the remote desktop of that id. An empty password leaves the stored one.',
  spec: '3 §7',
})

export const newRdp = call({
  path: '/api/services/new-rdp',
  request: z.object({
    displayName,
    address,
    username,
    password: password.check(z.minLength(1, { error: 'The password is missing.' })),
  }),
  response: remoteDesktop,
  summary: 'Adds a remote desktop of the person. Its password is encrypted in the database.',
  spec: '3 §7',
})
