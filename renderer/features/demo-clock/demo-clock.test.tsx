import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  type DemoState,
  demoClock,
  demoSpeed,
  setDemoClock,
  setDemoScene,
} from '#shared/contract/demo-clock.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { DemoClockCard, DemoNote } from './index.ts'

const AT = '2026-11-26T14:45:10.000Z'
const STATE: DemoState = { speed: 1, steppedAt: AT, people: 12, real: 0, scene: null }

function open(what: 'card' | 'note', first: Partial<DemoState> = {}) {
  const server = fakeLive({ now: () => Date.parse(AT) })
  server.services.session.signIn(testToken(['ADMIN_CAN_EDIT_SETTINGS']))
  const demo = { state: { ...STATE, ...first } }
  const asked: unknown[] = []
  const set = (request: unknown, more: Partial<DemoState>) => {
    asked.push(request)
    demo.state = { ...demo.state, ...more }
    return demo.state
  }
  server.answer(demoClock, () => demo.state)
  server.answer(demoSpeed, () => ({ speed: demo.state.speed }))
  server.answer(setDemoClock, (request: { speed: DemoState['speed'] }) => set(request, request))
  server.answer(setDemoScene, (request: { name?: 'DIALLER_OUTAGE'; end?: boolean }) =>
    set(request, {
      scene: request.name
        ? { name: request.name, since: AT, until: '2026-11-26T15:05:10.000Z', by: 'Tom Hargreaves' }
        : null,
    }),
  )
  renderSignedIn(server.services, server.around(what === 'card' ? <DemoClockCard /> : <DemoNote />))
  return { server, demo, asked, user: userEvent.setup() }
}

test('D056 the card shows state, speed, people and the last step, and sets the speed', async () => {
  const { asked, user } = open('card')
  await screen.findByText('12 simulated people are at work.')
  screen.getByText('Last step at 14:45:10')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '×1' }).checked).toBe(true)
  await user.click(screen.getByRole('radio', { name: '×20' }))
  expect(asked).toEqual([{ speed: 20 }])
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: '×20' }).checked).toBe(true))
  await user.click(screen.getByRole('radio', { name: 'Paused' }))
  await screen.findByText('Paused: the demo’s people stand still.')
})

test('one person and one who is really there are said as one', async () => {
  open('card', { people: 1, real: 1, steppedAt: null })
  await screen.findByText('1 simulated person is at work.')
  screen.getByText('1 person is really there and isn’t moved.')
  screen.getByText('No step yet: it begins within a minute.')
})

test('D057 a scene is chosen, set off, shown with who did it and when it ends, and ended', async () => {
  const { asked, user } = open('card')
  const choose = await screen.findByRole('combobox', { name: 'Scene' })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Set off' }).disabled).toBe(true)
  await user.selectOptions(choose, 'Dialler outage')
  screen.getByText(/those on shift raise tickets/)
  await user.click(screen.getByRole('button', { name: 'Set off' }))
  await screen.findByText('Dialler outage, set off by Tom Hargreaves, ends at 15:05')
  await user.click(screen.getByRole('button', { name: 'End scene' }))
  await screen.findByRole('combobox', { name: 'Scene' })
  expect(asked).toEqual([{ name: 'DIALLER_OUTAGE' }, { end: true }])
})

test.each([5, 20] as const)('D056 above 1 pages with rates say so: at %i', async (speed) => {
  open('note', { speed })
  await screen.findByText(`Demo at ×${speed}: rates per hour are higher than in life`)
})

test('D056 at 1, paused and without a demo they say nothing, and somebody else’s change is told', async () => {
  const { server, demo } = open('note', { speed: 1 })
  await act(async () => {})
  expect(screen.queryByText(/Demo at/)).toBeNull()
  demo.state = { ...demo.state, speed: 20 }
  await act(async () => server.live.settingNews.tell(['demoClock']))
  await screen.findByText(/Demo at ×20/)
})

test('a demo that can’t be read says why, with another try', async () => {
  const server = fakeLive({ now: () => Date.parse(AT) })
  server.services.session.signIn(testToken(['ADMIN_CAN_EDIT_SETTINGS']))
  server.answer(demoClock, () => {
    throw refused(404, 'There is no such demo.')
  })
  renderSignedIn(server.services, <DemoClockCard />)
  await screen.findByText('The demo’s clock could not be read.')
})
