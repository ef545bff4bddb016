import { lazy, useState } from 'react'
import { Fetched } from './Fetched.tsx'
import type { ScreenCode } from './screen-code.ts'

/** A screen whose code is fetched, if it isn't there yet. */
export function CodeScreen({ code }: { code: ScreenCode }) {
  const [Screen] = useState(() => code.there ?? lazy(async () => ({ default: await code.fetch() })))
  return (
    <Fetched>
      <Screen />
    </Fetched>
  )
}
