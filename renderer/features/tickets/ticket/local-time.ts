const two = (value: number) => String(value).padStart(2, '0')

/** A time for a field of type datetime-local, in the person's own zone; '' for none. */
export function toLocal(time: string | null): string {
  if (time === null) return ''
  const date = new Date(time)
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The time of such a field; null where it is empty or only half filled in. */
export function fromLocal(value: string): string | null {
  const date = new Date(value)
  return value === '' || Number.isNaN(date.getTime()) ? null : date.toISOString()
}
