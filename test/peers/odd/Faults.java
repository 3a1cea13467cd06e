// SPDX-License-Identifier: Apache-2.0
package odd;

import java.io.IOException;
import java.security.Provider;
import java.util.concurrent.locks.LockSupport;

/** Providers that misbehave, each in one way. Their AES is good; their Serpent is not. */
public final class Faults {
  private Faults() {}

  private static class Base extends Provider {
    private static final long serialVersionUID = 1;

    Base(String name, Class<?> serpent) {
      super(name, "1.0", "a fault");
      put("Cipher.AES", Block.Aes.class.getName());
      put("Cipher.Serpent", serpent.getName());
    }
  }

  // ---- In the constructor ----

  public static final class Throws extends Provider {
    public Throws() {
      super("Throws", "1.0", "");
      throw new IllegalStateException("this provider wants a licence");
    }
  }

  public static final class Hangs extends Provider {
    public Hangs() {
      super("Hangs", "1.0", "");
      forever();
    }
  }

  public static final class Exits extends Provider {
    public Exits() {
      super("Exits", "1.0", "");
      System.exit(0);
    }
  }

  /** Uses the streams as if they were its own. */
  public static final class Prints extends Base {
    public Prints() throws IOException {
      super("Prints", Block.Aes.class);
      System.in.read();
      System.in.close();
      System.out.println("{\"request\":1,\"engines\":[]}\u0000\u001b[31m this provider greets you");
    }
  }

  public static final class Leaks extends Base {
    public Leaks() {
      super("Leaks", Wrong.class);
      Thread thread = new Thread(Faults::forever, "left behind");
      thread.setDaemon(false); // as an executor's, whoever makes it
      thread.start();
    }
  }

  // ---- In one cipher ----

  public static final class WrongSerpent extends Base {
    public WrongSerpent() {
      super("WrongSerpent", Wrong.class);
    }
  }

  public static final class ThrowsInCipher extends Base {
    public ThrowsInCipher() {
      super("ThrowsInCipher", Throwing.class);
    }
  }

  public static final class HangsInCipher extends Base {
    public HangsInCipher() {
      super("HangsInCipher", Hanging.class);
    }
  }

  public static final class ExitsInCipher extends Base {
    public ExitsInCipher() {
      super("ExitsInCipher", Exiting.class);
    }
  }

  public static final class DiesInCipher extends Base {
    public DiesInCipher() {
      super("DiesInCipher", Dying.class);
    }
  }

  public static final class EatsMemory extends Base {
    public EatsMemory() {
      super("EatsMemory", Eating.class);
    }
  }

  public static final class ListsInVain extends Base {
    public ListsInVain() {
      super("ListsInVain", Block.Aes.class);
      put("Cipher.Serpent", "odd.NotHere");
    }
  }

  /** Right for ten thousand calls. */
  public static final class WrongLater extends Base {
    public WrongLater() {
      super("WrongLater", Late.class);
    }
  }

  /** With memory for ten thousand calls. */
  public static final class EatsLater extends Base {
    public EatsLater() {
      super("EatsLater", LateEating.class);
    }
  }

  // ---- The Serpents ----

  private abstract static class Serpent extends Block {
    Serpent() {
      super("serpent");
    }

    abstract void misbehave();

    @Override
    protected int engineUpdate(byte[] in, int inOffset, int length, byte[] out, int outOffset) {
      misbehave();
      return super.engineUpdate(in, inOffset, length, out, outOffset);
    }
  }

  public static final class Wrong extends Serpent {
    @Override
    void misbehave() {}

    @Override
    protected int engineUpdate(byte[] in, int inOffset, int length, byte[] out, int outOffset) {
      int made = super.engineUpdate(in, inOffset, length, out, outOffset);
      out[outOffset] ^= 1;
      return made;
    }
  }

  public static final class Late extends Serpent {
    private long calls;

    @Override
    void misbehave() {
      calls++;
    }

    @Override
    protected int engineUpdate(byte[] in, int inOffset, int length, byte[] out, int outOffset) {
      int made = super.engineUpdate(in, inOffset, length, out, outOffset);
      out[outOffset] ^= calls > 10_000 ? (byte) 1 : 0;
      return made;
    }
  }

  public static final class LateEating extends Serpent {
    private long calls;

    @Override
    void misbehave() {
      if (++calls > 10_000) {
        new Eating().misbehave();
      }
    }
  }

  public static final class Throwing extends Serpent {
    @Override
    void misbehave() {
      throw new UnsupportedOperationException("no Serpent today");
    }
  }

  public static final class Hanging extends Serpent {
    @Override
    void misbehave() {
      forever();
    }
  }

  public static final class Exiting extends Serpent {
    @Override
    void misbehave() {
      System.exit(0);
    }
  }

  public static final class Dying extends Serpent {
    @Override
    void misbehave() {
      Runtime.getRuntime().halt(134);
    }
  }

  public static final class Eating extends Serpent {
    @Override
    void misbehave() {
      System.out.println(new long[Integer.MAX_VALUE][Short.MAX_VALUE].length);
    }
  }

  private static void forever() {
    while (true) {
      LockSupport.park();
    }
  }
}
