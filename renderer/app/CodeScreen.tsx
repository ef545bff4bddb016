import { useState } from 'react'
import { lazyCode } from '../ui/fetch-code.ts'
import { Fetched } from './Fetched.tsx'
import type { ScreenCode } from './screen-code.ts'

/** A screen whose code is fetched, if it isn't there yet. */
export function CodeScreen({ code }: { code: ScreenCode }) {
  const [Screen] = useState(() => code.there ?? lazyCode(code.fetch))
  return (
    <Fetched>
      <Screen />
    </Fetched>
  )
}
