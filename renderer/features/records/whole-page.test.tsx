import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation, useNavigate } from 'react-router-dom'
import { expect, test } from 'vitest'
import { getSkill, listSkills } from '#shared/contract/skills.ts'
import { getViews } from '#shared/contract/views.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { RecordsPage } from './RecordsPage.tsx'
import { SKILLS, skill } from './testing/skills-kind.ts'

const ROWS = Array.from({ length: 25 }, (_, at) => skill(at + 1, `Skill ${at + 1}`))

function Address() {
  const go = useNavigate()
  return (
    <>
      <output data-testid="search">{useLocation().search}</output>
      <button type="button" onClick={() => go(-1)}>
        Go back
      </button>
    </>
  )
}

function open(address: string) {
  const server = fakeServices()
  server.services.session.signIn(testToken(['ADMIN_CAN_MANAGE_SKILLS']))
  server.answer(getViews, () => ({ views: [] }))
  server.answer(listSkills, ({ page = 1, pageSize = 25 }: { page?: number; pageSize?: number }) => ({
    ...{ rows: ROWS.slice((page - 1) * pageSize, page * pageSize), total: ROWS.length, isMore: false },
    ...{ columns: ['name', 'category', 'people', 'isActive'], asOf: '2026-05-04T12:00:00.000Z' },
  }))
  server.answer(getSkill, ({ id }: { id: number }) => ROWS[id - 1])
  const view = renderSignedIn(
    server.services,
    <>
      <RecordsPage kind={SKILLS} />
      <Address />
    </>,
    address,
  )
  return {
    ...view,
    user: userEvent.setup(),
    search: () => screen.getByTestId('search').textContent,
  }
}

const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const name = () => (screen.getByRole('textbox', { name: 'Name' }) as HTMLInputElement).value

test('a record is made a page of its own from its panel by keyboard, with its own title, and back again', async () => {
  const at = open('/admin/skills?open=2')
  await screen.findByRole('complementary', { name: 'skill' })
  await screen.findByRole('heading', { level: 2, name: 'Skill 2' })
  const button = screen.getByRole('button', { name: 'Open as page' })
  // What was typed comes along.
  await at.user.type(screen.getByRole('textbox', { name: 'Name' }), '!')
  button.focus()
  await at.user.keyboard('{Enter}')
  await waitFor(() => expect(at.search()).toBe('?open=2&whole=1'))
  const heading = await title('Skill 2')
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(document.activeElement).toBe(heading)
  expect(document.title).toBe('Skill 2 – Fieldwork')
  expect(name()).toBe('Skill 2!')
  // The browser's way back is the panel again.
  await at.user.click(screen.getByRole('button', { name: 'Go back' }))
  await screen.findByRole('complementary', { name: 'skill' })
  expect(at.search()).toBe('?open=2')
  expect(document.title).toBe('Fieldwork')
  expect(name()).toBe('Skill 2!')
})

test('‘Back’ and Escape lead from a record’s page to the list, where its row has the focus', async () => {
  const at = open('/admin/skills?open=3&whole=1')
  await title('Skill 3')
  await at.user.click(screen.getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(at.search()).toBe(''))
  await waitFor(() =>
    expect(document.activeElement?.closest('[data-row]')?.getAttribute('data-row')).toBe('3'),
  )
  expect(screen.queryByRole('heading', { level: 1, name: 'Skill 3' })).toBeNull()
  await at.user.keyboard('{Enter}')
  await screen.findByRole('heading', { level: 2, name: 'Skill 3' })
  await at.user.click(screen.getByRole('button', { name: 'Open as page' }))
  await title('Skill 3')
  // Keys of the list do nothing while it doesn't show.
  await at.user.keyboard('n{Escape}')
  await waitFor(() => expect(at.search()).toBe(''))
})

test('a record’s page goes to the next and the previous record, also of the next page of the list', async () => {
  const at = open('/admin/skills?size=10&open=9&whole=1')
  await title('Skill 9')
  await at.user.click(screen.getByRole('button', { name: 'Next skill' }))
  await title('Skill 10')
  await at.user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await title('Skill 11')
  expect(at.search()).toBe('?size=10&open=11&whole=1&page=2')
  await at.user.click(screen.getByRole('button', { name: 'Previous skill' }))
  await title('Skill 10')
  expect(at.search()).toBe('?size=10&open=10&whole=1')
})

test('beside the first record there is no previous, beside the last no next', async () => {
  const isDisabled = (label: string) =>
    (screen.getByRole('button', { name: label }) as HTMLButtonElement).disabled
  const first = open('/admin/skills?size=10&open=1&whole=1')
  await title('Skill 1')
  await waitFor(() => expect(isDisabled('Next skill')).toBe(false))
  expect(isDisabled('Previous skill')).toBe(true)
  first.unmount()
  open('/admin/skills?size=10&page=3&open=25&whole=1')
  await title('Skill 25')
  await waitFor(() => expect(isDisabled('Previous skill')).toBe(false))
  expect(isDisabled('Next skill')).toBe(true)
})

test('the panel’s edge follows the pointer, on a zoomed page too', async () => {
  Object.defineProperty(document.documentElement, 'currentCSSZoom', { value: 0.8, configurable: true })
  try {
    open('/admin/skills?open=2')
    const panel = await screen.findByRole('complementary', { name: 'skill' })
    panel.getBoundingClientRect = () => new DOMRect(400, 0, 600, 500)
    const edge = screen.getByRole('slider', { name: 'Width of the panel' })
    edge.setPointerCapture = () => {}
    fireEvent.pointerDown(edge, { pointerId: 1 })
    // 560 pixels of the window are 700 of the page.
    fireEvent.pointerMove(edge, { clientX: 440, pointerId: 1 })
    expect(edge.getAttribute('aria-valuenow')).toBe('700')
  } finally {
    Reflect.deleteProperty(document.documentElement, 'currentCSSZoom')
  }
})
