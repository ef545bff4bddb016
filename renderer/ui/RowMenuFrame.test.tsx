import { MantineProvider, Menu } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { RowMenuFrame } from './RowMenuFrame.tsx'

function Row() {
  const [at, setAt] = useState<{ x: number; y: number } | null>(null)
  const [said, setSaid] = useState('')
  return (
    <MantineProvider env="test">
      <button type="button" onClick={() => setAt({ x: 30, y: 50 })}>
        Row
      </button>
      <output>{said}</output>
      {at ? (
        <RowMenuFrame label="Actions for Ann" at={at} onClose={() => setAt(null)}>
          <Menu.Item onClick={() => setSaid('opened')}>Open</Menu.Item>
          <Menu.Item>Delete</Menu.Item>
        </RowMenuFrame>
      ) : null}
    </MantineProvider>
  )
}

test('a row’s menu is open with its name where it was asked for, goes by Escape or with what was chosen, and gives the focus back', async () => {
  const user = userEvent.setup()
  render(<Row />)
  const row = screen.getByRole('button', { name: 'Row' })
  await user.click(row)
  const menu = await screen.findByRole('menu', { name: 'Actions for Ann' })
  const hook = screen.getByRole('button', { name: 'Actions for Ann', hidden: true })
  expect(hook.style.cssText).toBe('left: 30px; top: 50px;')
  await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(document.activeElement).toBe(row)
  await user.click(row)
  await user.click(await screen.findByRole('menuitem', { name: 'Open' }))
  expect(screen.getByRole('status').textContent).toBe('opened')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(document.activeElement).toBe(row)
})

test('on a zoomed page a row’s menu hangs at the pointer, too', async () => {
  Object.defineProperty(document.documentElement, 'currentCSSZoom', { value: 0.8, configurable: true })
  try {
    render(<Row />)
    await userEvent.setup().click(screen.getByRole('button', { name: 'Row' }))
    await screen.findByRole('menu', { name: 'Actions for Ann' })
    const hook = screen.getByRole('button', { name: 'Actions for Ann', hidden: true })
    expect(hook.style.cssText).toBe('left: 37.5px; top: 62.5px;')
  } finally {
    Reflect.deleteProperty(document.documentElement, 'currentCSSZoom')
  }
})
