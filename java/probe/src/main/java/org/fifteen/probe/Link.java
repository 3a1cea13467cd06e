// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;

/** Methods found by reflection as functional objects, which a JIT inlines like a call of them. */
final class Link {
  private Link() {}

  /**
   * An object of the functional interface {@code shape} that calls {@code method}: its arguments,
   * after the object of one that isn't static, are the interface's, cast where need be.
   */
  static <T> T as(Class<T> shape, Executable method) {
    Method single =
        Arrays.stream(shape.getMethods())
            .filter(m -> Modifier.isAbstract(m.getModifiers()))
            .findFirst()
            .orElseThrow();
    try {
      Class<?> type = method.getDeclaringClass();
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      if (!type.getModule().isNamed()) { // a library's own, public or not; else the JDK's
        lookup = MethodHandles.privateLookupIn(type, lookup);
      }
      MethodHandle handle =
          method instanceof Method
              ? lookup.unreflect((Method) method)
              : lookup.unreflectConstructor((Constructor<?>) method);
      MethodType erased = MethodType.methodType(single.getReturnType(), single.getParameterTypes());
      Class<?> result = single.getReturnType();
      MethodType called = handle.type();
      if (result.isPrimitive()) {
        called = called.changeReturnType(result);
      }
      return shape.cast(
          LambdaMetafactory.metafactory(
                  lookup, single.getName(), MethodType.methodType(shape), erased, handle, called)
              .getTarget()
              .invoke());
    } catch (Throwable problem) { // what invoke declares
      throw new Refusal("cannot call " + method + ": " + Refusal.inOneLine(problem));
    }
  }
}
