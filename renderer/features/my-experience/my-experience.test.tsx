import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { myLevel } from '#shared/contract/gamification.ts'
import { levelOf } from '#shared/domain/gamification.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { MyExperienceScreen } from './index.ts'

function open(points: number | null) {
  const server = fakeServices()
  server.services.session.signIn(testToken())
  let xp = points
  server.answer(myLevel, ({ userID }) => {
    if (xp === null) throw refused(403, 'Your level is not for you.')
    return levelOf(userID, xp)
  })
  renderSignedIn(server.services, <MyExperienceScreen />)
  return { ...server, set: (next: number) => (xp = next) }
}

test('/my-experience shows the level, the points, what is missing, the levels and quests', async () => {
  const at = open(300)
  expect(await screen.findByRole('heading', { name: 'Level 2 · Listener' })).toBeDefined()
  expect(at.made.filter(({ path }) => path === myLevel.path)[0]?.request).toEqual({ userID: 7 })
  expect(screen.getByText('450 XP to level 3')).toBeDefined()
  expect(screen.getByRole('progressbar').getAttribute('value')).toBe('0.1')
  const levels = within(screen.getByRole('region', { name: 'Levels' })).getAllByRole('listitem')
  expect(levels.map(({ textContent }) => textContent)).toEqual([
    'Level 1 · NewcomerReached',
    'Level 2 · ListenerReached',
    'Level 3 · Prober750 XP',
    'Level 4 · Scout1500 XP',
    'Level 5 · Pathfinder2500 XP',
  ])
  expect(screen.getByRole('region', { name: 'How points are earned' }).textContent).toContain('20 XP')
  expect(screen.getByText('No quests right now.')).toBeDefined()
})

test('a level that can’t be had says why, and is tried again', async () => {
  const at = open(null)
  expect((await screen.findByRole('alert')).textContent).toContain('Your level is not for you.')
  at.set(0)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Level 1 · Newcomer' })).toBeDefined()
})
