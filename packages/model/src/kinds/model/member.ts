/** Whether a class gives its instances a member of this name, a method or an accessor, beside what every object has. */
export function hasMember(prototype: object, name: string): boolean {
  if (name === 'constructor' || !(name in prototype)) return false
  let holder: object | null = prototype
  while (holder !== null && !Object.hasOwn(holder, name)) holder = Object.getPrototypeOf(holder)
  return holder !== Object.prototype
}
