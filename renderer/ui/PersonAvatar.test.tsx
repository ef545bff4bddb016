import { act, fireEvent, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { userStatus } from '#shared/contract/presence.ts'
import { PRESENCE_VALUES, readPresence } from '#shared/domain/presence.ts'
import { fakeServices } from '../testing/fake-services.ts'
import { renderWith } from '../testing/render.tsx'
import { renderSignedIn } from '../testing/signed-in.tsx'
import { avatarPlaceholder } from './avatar-placeholder.ts'
import { PersonAvatar } from './PersonAvatar.tsx'
import { UserAvatar } from './UserAvatar.tsx'

function show(screen: ReactNode): HTMLElement {
  const { container } = renderWith(fakeServices().services, <div data-testid="shown">{screen}</div>)
  return container.querySelector<HTMLElement>('[data-testid]') ?? container
}
const dotOf = (container: HTMLElement) => container.querySelector('[data-tone]')

function sized(container: HTMLElement): string {
  return container.querySelector<HTMLElement>('[aria-hidden="true"]')?.style.width ?? ''
}

test('S107 every presentation value of a status has its dot, and a status holds id, name, status and time', () => {
  const tones = PRESENCE_VALUES.map((status) => {
    expect(readPresence(status)).toBe(status)
    const dot = dotOf(show(<PersonAvatar userID={3} name="Ann Lee" status={status} />))
    expect(dot?.getAttribute('data-presence')).toBe(status)
    return [status, dot?.getAttribute('data-tone')]
  })
  expect(tones).toEqual([
    ['ONLINE', 'here'],
    ['AVAILABLE', 'here'],
    ['AWAY', 'away'],
    ['BE RIGHT BACK', 'away'],
    ['BUSY', 'busy'],
    ['IN_CALL', 'busy'],
    ['MEETING', 'busy'],
    ['DO_NOT_DISTURB', 'blocked'],
    ['PRESENTING', 'blocked'],
    ['OUT_OF_OFFICE', 'out'],
  ])
  const status = { id: 3, name: 'Ann Lee', status: 'BE RIGHT BACK', time: '2026-11-21T12:00:00.000Z' }
  expect(userStatus.parse(status)).toEqual(status)
  expect(userStatus.safeParse({ ...status, status: 'ASLEEP' }).success).toBe(false)
  expect(readPresence('ASLEEP')).toBeNull()
})

test('S108 S109 C118 nobody has initials and no status; SAM has a sign of its own and is always online', () => {
  const nobody = show(<PersonAvatar userID={0} name="Every One" status="BUSY" />)
  expect(nobody.textContent).toBe('EO')
  expect(dotOf(nobody)?.getAttribute('data-tone')).toBe('gone')
  const sam = show(<PersonAvatar userID={-2} name="SAM" status={null} />)
  expect(dotOf(sam)?.getAttribute('data-presence')).toBe('ONLINE')
  expect(sam.querySelector('svg')).not.toBeNull()
})

test("S196 names that start with 'Whatsapp: ' have the WhatsApp icon, also instead of a picture", () => {
  const avatar = show(<UserAvatar name="Whatsapp: +44 7700 900123" picture="data:image/png;base64,AA" />)
  expect(avatar.querySelector('.tabler-icon-brand-whatsapp')).not.toBeNull()
  expect(avatar.querySelector('img')).toBeNull()
  expect(show(<UserAvatar name="Whats App" />).textContent).toBe('WA')
})

test('S197 an avatar has 40 px at most; the placeholder is 200 by 200 with initials', () => {
  for (const size of [39, 40, 41, 64])
    expect(sized(show(<UserAvatar name="Ann Lee" size={size} />))).toBe(`${Math.min(size, 40)}px`)
  expect(sized(show(<UserAvatar name="Ann Lee" size={24} />))).toBe('24px')
  const svg = decodeURIComponent(avatarPlaceholder('Ann <Lee> Miller'))
  expect(svg).toContain('width="200" height="200"')
  expect(svg).toContain('>A&#60;</text>')
})

test('S195 a picture that fails to load gives way to the initials of the first two words', async () => {
  const at = renderSignedIn(fakeServices().services, <PersonAvatar userID={3} name="Ann Lee Miller" />)
  act(() => at.own.avatars.store.setState({ lookup: new Map([[3, 'data:broken']]) }))
  const picture = () => at.container.querySelector('img')
  expect(picture()?.getAttribute('src')).toBe('data:broken')
  const element = picture()
  if (element) fireEvent.error(element)
  expect(picture()?.getAttribute('src')).toBe('data:broken')
  await waitFor(() => expect(picture()?.getAttribute('src')).toBe(avatarPlaceholder('Ann Lee Miller')))
  expect(decodeURIComponent(picture()?.getAttribute('src') ?? '')).toContain('>AL</text>')
})
