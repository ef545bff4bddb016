import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { skillRecord } from '#shared/records/admin/skill.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { Columns } from './Columns.tsx'

const ROW_PX = 32

function Chooser() {
  const [shown, setShown] = useState<readonly string[]>(['name', 'category', 'people'])
  return (
    <>
      <output data-testid="shown">{shown.join(' ')}</output>
      <Columns columns={skillRecord.columns} shown={shown} onChange={setShown} onReset={() => {}} />
    </>
  )
}

async function open() {
  const { services } = fakeServices()
  services.session.signIn(testToken([]))
  renderSignedIn(services, <Chooser />, '/')
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  const rowOf = async (name: string) => {
    const row = (await screen.findByRole('checkbox', { name })).closest<HTMLElement>('[data-place]')
    if (!row) throw new Error(`There is no row of ${name}.`)
    return row
  }
  // Rows of one height, from the top of the window.
  for (const [at, name] of ['Name', 'Category', 'People'].entries()) {
    const row = await rowOf(name)
    row.getBoundingClientRect = () => new DOMRect(0, at * ROW_PX, 260, ROW_PX)
  }
  return {
    user,
    rowOf,
    shown: () => screen.getByTestId('shown').textContent,
    /** Presses the handle of a column, and goes to that height. */
    drag: async (name: string, y: number) => {
      const grip = screen.getByRole('button', { name: `Move ${name}` })
      fireEvent.pointerDown(grip, { button: 0, pointerId: 1 })
      fireEvent.pointerMove(grip, { clientY: y, pointerId: 1 })
      return grip
    },
  }
}

test('a column is dragged to another place, which shows where that is before it is let go', async () => {
  const at = await open()
  const grip = await at.drag('People', 4)
  expect(at.shown()).toBe('name category people')
  expect((await at.rowOf('Name')).dataset.side).toBe('before')
  fireEvent.pointerUp(grip, { pointerId: 1 })
  expect(at.shown()).toBe('people name category')
  expect(await screen.findByText('People is column 1 of 3')).toBeTruthy()
})

test('a column can be dragged behind the last', async () => {
  const at = await open()
  const grip = await at.drag('Name', 3 * ROW_PX)
  expect((await at.rowOf('People')).dataset.side).toBe('after')
  fireEvent.pointerUp(grip, { pointerId: 1 })
  expect(at.shown()).toBe('category people name')
})

test('Escape puts a dragged column back and leaves the chooser open', async () => {
  const at = await open()
  const grip = await at.drag('People', 4)
  await at.user.keyboard('{Escape}')
  expect((await at.rowOf('Name')).dataset.side).toBeUndefined()
  fireEvent.pointerUp(grip, { pointerId: 1 })
  expect(at.shown()).toBe('name category people')
  expect(screen.getByText('People is back, column 3 of 3')).toBeTruthy()
  // What isn't shown has no place to be dragged to.
  expect(screen.queryByRole('button', { name: 'Move Projects' })).toBeNull()
})

test('D023 by keyboard a column is taken up by Space, moved by arrow keys, and put down by Enter or back by Escape', async () => {
  const at = await open()
  const grip = screen.getByRole('button', { name: 'Move People' })
  grip.focus()
  await at.user.keyboard(' ')
  expect(grip.getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByText(/^People is taken up, column 3 of 3\./)).toBeTruthy()
  await at.user.keyboard('{ArrowUp}')
  expect(screen.getByText('People: column 2 of 3')).toBeTruthy()
  expect((await at.rowOf('Category')).dataset.side).toBe('before')
  await at.user.keyboard('{Escape}')
  expect(screen.getByText('People is back, column 3 of 3')).toBeTruthy()
  expect(at.shown()).toBe('name category people')

  await at.user.keyboard(' {ArrowUp}{ArrowUp}{ArrowUp}{Enter}')
  expect(at.shown()).toBe('people name category')
  expect(screen.getByText('People is column 1 of 3')).toBeTruthy()
  expect(grip.getAttribute('aria-pressed')).toBe('false')
  // The arrow keys are the list's again.
  await at.user.keyboard('{ArrowDown}{Enter}')
  expect(at.shown()).toBe('people name category')
  expect(grip.getAttribute('aria-pressed')).toBe('false')

  // Down as well as up, a place with each key; Space puts down, too.
  const name = screen.getByRole('button', { name: 'Move Name' })
  name.focus()
  await at.user.keyboard(' {ArrowUp}')
  expect(screen.getByText('Name: column 1 of 3')).toBeTruthy()
  await at.user.keyboard('{ArrowDown}')
  expect(screen.getByText('Name: column 2 of 3')).toBeTruthy()
  await at.user.keyboard('{ArrowUp} ')
  expect(at.shown()).toBe('name people category')
  expect(screen.getByText('Name is column 1 of 3')).toBeTruthy()
  // Put down where it was taken up it is back.
  await at.user.keyboard(' {Enter}')
  expect(screen.getByText('Name is back, column 1 of 3')).toBeTruthy()
  expect(at.shown()).toBe('name people category')
  // Its keys do nothing else meanwhile; Tab puts back and goes on.
  const press = (key: string) => fireEvent.keyDown(name, { key })
  expect(press('Enter')).toBe(true)
  expect(name.getAttribute('aria-pressed')).toBe('false')
  expect(press(' ')).toBe(false)
  expect(name.getAttribute('aria-pressed')).toBe('true')
  expect([press('x'), press('ArrowDown')]).toEqual([true, false])
  expect(press('Tab')).toBe(true)
  expect(screen.getByText('Name is back, column 1 of 3')).toBeTruthy()
  expect(name.getAttribute('aria-pressed')).toBe('false')
})
