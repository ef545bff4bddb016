import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { expect, test } from 'vitest'
import { fakeServices } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { PanelTabs } from './PanelTabs.tsx'
import { skill } from './testing/skills-kind.ts'

const TABS = [
  { key: 'people', label: 'People', Body: () => <p>Ann, Bob</p> },
  { key: 'projects', label: 'Projects', Body: () => <p>Rail</p> },
]

function open(search = '') {
  const { services } = fakeServices()
  services.session.signIn(testToken([]))
  renderSignedIn(
    services,
    <>
      <PanelTabs tabs={TABS} record={skill(1, 'Welsh')} onDone={() => {}}>
        <p>Facts</p>
      </PanelTabs>
      <output data-testid="search">
        <LocationText />
      </output>
    </>,
    `/admin/skills${search}`,
  )
  return { user: userEvent.setup(), search: () => screen.getByTestId('search').textContent }
}
const LocationText = () => useLocation().search

test('D009 the open tab stands in the address, and an address opens it', async () => {
  const { user, search } = open('?open=1')
  expect(screen.getByText('Facts')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'Projects' }))
  expect(search()).toBe('?open=1&part=projects')
  expect(screen.getByText('Rail')).toBeTruthy()
  expect(screen.queryByText('Facts')).toBeNull()
  // The first is what opens by itself: the address says nothing of it.
  await user.click(screen.getByRole('tab', { name: 'Overview' }))
  expect(search()).toBe('?open=1')
  expect(screen.getByText('Facts')).toBeTruthy()
})

test.each([
  ['?open=1&part=people', 'People', 'Ann, Bob'],
  ['?open=1&part=projects', 'Projects', 'Rail'],
  ['?open=1&part=nothing', 'Overview', 'Facts'],
])('D009 whoever opens %s sees the tab %s', (address, tab, text) => {
  open(address)
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe(tab)
  expect(screen.getByRole('tabpanel').textContent).toBe(text)
})
