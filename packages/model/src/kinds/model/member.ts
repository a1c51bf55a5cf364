/** Whether a class gives its instances a method or an accessor of this name, beside those that every object has. */
export function hasMember(prototype: object, name: string): boolean {
  if (name === 'constructor' || !(name in prototype)) return false
  let holder: object | null = prototype
  while (holder !== null && !Object.hasOwn(holder, name)) holder = Object.getPrototypeOf(holder)
  return holder !== Object.prototype
}
