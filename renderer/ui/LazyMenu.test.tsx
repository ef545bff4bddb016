import { MantineProvider, MenuItem, UnstyledButton } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LazyMenu } from './LazyMenu.tsx'

const show = (env: 'default' | 'test' = 'test') => {
  render(
    <MantineProvider env={env}>
      <LazyMenu target={<UnstyledButton>More</UnstyledButton>}>
        <MenuItem>Rename</MenuItem>
      </LazyMenu>
    </MantineProvider>,
  )
  return screen.getByRole('button', { name: 'More' })
}

test('Escape closes a menu that has not yet taken the focus, and the button keeps it', async () => {
  const button = show()
  button.focus()
  fireEvent.click(button)
  // Opened, and the focus is still where it was: the menu takes it with the next turn.
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(document.activeElement).toBe(button)
  fireEvent.keyDown(button, { key: 'a' })
  expect(button.getAttribute('aria-expanded')).toBe('true')
  fireEvent.keyDown(button, { key: 'Escape' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(document.activeElement).toBe(button)
})

test('a menu that is closing takes no focus from its button', async () => {
  const button = show('default')
  button.focus()
  fireEvent.click(button)
  const item = await screen.findByRole('menuitem', { name: 'Rename' })
  expect(item.isConnected).toBe(true)
  button.focus()
  // What the menu's own timer does, should it come after the menu was closed.
  fireEvent.keyDown(button, { key: 'Escape' })
  expect(item.isConnected).toBe(true)
  item.focus()
  expect(document.activeElement).toBe(button)
})

test('the menu that is open has the focus, and gives it back', async () => {
  const button = show()
  button.focus()
  fireEvent.click(button)
  await waitFor(() => expect(screen.getByRole('menu').contains(document.activeElement)).toBe(true))
  fireEvent.keyDown(screen.getByRole('menuitem', { name: 'Rename' }), { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(button.getAttribute('aria-expanded')).toBe('false')
})
