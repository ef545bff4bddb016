/**
 * What arrives of an answer: a copy, as over the wire. A test that goes on writing in its own list would otherwise
 * change what the page holds, and a page that doesn't ask again would look right. Files and functions stay what they are.
 */
export function answered<T>(answer: T): T {
  if (Array.isArray(answer)) return answer.map(answered) as T
  if (typeof answer !== 'object' || answer === null || Object.getPrototypeOf(answer) !== Object.prototype)
    return answer
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, answered(value)])) as T
}
