import { useEffect, useState } from 'react'
import { useServices } from '../../../services/context.tsx'

/** The value as it was when it last rested for that long, in milliseconds. */
export function useRested<Value>(value: Value, ms: number): Value {
  const { timers } = useServices()
  const [rested, setRested] = useState(value)
  useEffect(() => timers.after(ms, () => setRested(value)), [timers, value, ms])
  return rested
}
