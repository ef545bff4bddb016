import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RestWanted, useFramePainted, useRestWanted } from './first-paint.ts'

const Part = () => <p>{useRestWanted() ? 'drawn' : 'its place'}</p>

function Frame() {
  return (
    <RestWanted value={useFramePainted()}>
      <Part />
    </RestWanted>
  )
}

test('the frame is drawn first, with the places of its parts, and they follow once it is on screen', async () => {
  render(<Frame />)
  expect(screen.getByText('its place')).toBeDefined()
  expect(await screen.findByText('drawn')).toBeDefined()
})

test('a part without a frame around it is drawn at once', () => {
  render(<Part />)
  expect(screen.getByText('drawn')).toBeDefined()
})
