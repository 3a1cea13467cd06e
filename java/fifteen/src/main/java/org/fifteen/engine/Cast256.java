// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static java.lang.Integer.rotateLeft;
import static org.fifteen.engine.Bytes.INT_BE;

import java.util.Arrays;

/**
 * CAST-256.
 *
 * <p>Carlisle Adams (Entrust), with Howard Heys, Stafford Tavares and Michael Wiener, 1998. "The
 * CAST-256 Encryption Algorithm" (RFC 2612, 1999); its names are used below. Block 128 bits, key
 * 128 to 256 in steps of 32, lengthened with zeros to 256; 12 quad-rounds, which are 48 rounds. A
 * block is four big-endian words.
 *
 * <p>Decryption is encryption with the quad-rounds' keys in reverse order. Not constant-time: the
 * look-ups depend on key and data.
 *
 * <p>A round waits for eleven cycles (a shift and a mask before each look-up, three operations
 * after it), and one block for 48 of these.
 */
final class Cast256 extends KeyedEngine {
  static final int BLOCK = 16;
  static final int KEY_MIN = 128;
  static final int KEY_MAX = 256;
  static final int KEY_STEP = 32;

  // ---- Tables (RFC 2144, appendix A) ----

  /** S1 to S4, eight hexadecimal digits an entry. */
  private static final String DIGITS =
      "30fb40d49fa0ff0b6beccd2f3f258c7a1e213f2f9c004dd36003e540cf9fc949bfd4af2788bbbdb5"
          + "e203409098d096756e63a0e015c361d2c2e7661d22d4ff8e28683b6fc07fd059ff2379c8775f50e2"
          + "43c340d3df2f8656887ca41aa2d2bd2da1c9e0d6346c481961b76d8722540f2f2abe32e1aa54166b"
          + "22568e3aa2d341d066db40c8a784392f004dff2f2db9d2de97943fac4a97c1d8527644b7b5f437a7"
          + "b82cbaefd751d1596ff7f0ed5a097a1f827b68d090ecf52e22b0c054bc8e59354b6d2f7f50bb64a2"
          + "d2664910bee5812db7332290e93b159fb48ee4114bff345dfd45c240ad31973fc4f6d02e55fc8165"
          + "d5b1caada1ac2daea2d4b76dc19b0c50882240f20c6e4f38a4e4bfd74f5ba272564c1d2fc59c5319"
          + "b949e354b04669feb1b6ab8ac71358dd6385c545110f935d57538ad56a390493e63d37e02a54f6b3"
          + "3a787d5f6276a0b519a6fcdf7a42206a29f9d4d5f61b1891bb72275eaa50816738901091c6b505eb"
          + "84c7cb8c2ad75a0f874a1427a2d1936b2ad286afaa56d291d7894360425c750d93b39e26187184c9"
          + "6c00b32d73e2bb14a0bebc3c5462377964459eab3f328b827718cf8259a2cea604ee002e89fe78e6"
          + "3fab0950325ff6c281383f056963c5c876cb5ad6d49974c9ca180dcf380782d5c7fa5cf68ac31511"
          + "35e79e1347da91d0f40f9086a7e2419e31366241051ef495aa573b044a805d8d548300d000322a3c"
          + "bf64cddfba57a68e75c6372b50afd341a7c13275915a0bf56b54bfab2b0b1426ab4cc9d7449ccd82"
          + "f7fbf265ab85c5f31b55db94aad4e324cfa4bd3f2deaa3e29e204d02c8bd25aceadf55b3d5bd9e98"
          + "e31231b22ad5ad6c954329deadbe4528d8710f69aa51c90faa786bf622513f1eaa51a79b2ad344cc"
          + "7b5a41f0d37cfbad1b06950541ece491b4c332e6032268d4c9600accce387e6dbf6bb16c6a70fb78"
          + "0d03d9c9d4df39dee01063da4736f4645ad328d8b347cc9675bb0fc398511bfb4ffbcc35b58bcf6a"
          + "e11f0abcbfc5fe4aa70aec10ac39570a3f04442f6188b153e0397a2e5727cb799ceb418f1cacd68d"
          + "2ad37c960175cb9dc69dff09c75b65f0d9db40d8ec0e77794744ead4b11c3274dd24cb9e7e1c54bd"
          + "f01144f9d2240eb19675b3fda3ac3755d47c27af51c85f4d56907596a5bb15e6580304f0ca042cf1"
          + "011a37ea8dbfaadb35ba3e4a3526ffa0c37b4d09bc306ed998a526665648f725ff5e569d0ced63d0"
          + "7c63b2cf700b45e1d5ea50f185a92872af1fbda7d4234870a7870bf32d3b4d7942e041980cd0ede7"
          + "26470db8f881814c474d6ad77c0c5e5cd1231959381b7298f5d2f4dbab8386536e2f1e2383719c9e"
          + "bd91e0469a56456edc39200c20c8c571962bda1ce1e696ffb141ab087cca89b91a69e78302cc4843"
          + "a2f7c579429ef47d427b169c5ac9f049dd8f0f005c8165bf1f201094ef0ba75b69e3cf7e393f4380"
          + "fe61cf7aeec5207a55889c9472fc0651ada7ef794e1d7235d55a63cede0436ba99c430ef5f0c0794"
          + "18dcdb7da1d6eff3a0b52f7b59e83605ee15b094e9ffd909dc440086ef944459ba83ccb3e0c3cdfb"
          + "d1da41813b092ab1f997f1c1a5e6cf7b01420ddbe4e7ef5b25a1ff41e180f8061fc41080179bee7a"
          + "d37ac6a9fe5830a498de8b7f77e83f4e7992926924fa9f7be113c85bacc40083d7503525f7ea615f"
          + "621431540d554b635d681121c866c3593d63cf73cee234c0d4d87e875c672b21071f618139f7627f"
          + "361e3084e4eb573b602f64a4d63acd9c1bbc46359e81032d2701f50c99847ab4a0e3df79ba6cf38c"
          + "108430942537a95ef46f6ffea1ff3b1f208cfb6a8f458c74d9e0a2274ec73a34fc884f693e4de8df"
          + "ef0e00883559648d8a45388c1d804366721d9bfda58684bbe8256333844e8212128d8098fed33fb4"
          + "ce280ae127e19ba5d5a6c252e49754bdc5d655ddeb66706477840b4da1b6a80184db26a9e0b56714"
          + "21f043b7e5d0586054f03084066ff472a31aa153dadc4755b5625dbf68561be683ca6b942d6ed23b"
          + "eccf01dba6d3d0bab6803d5caf77a70933b4a34c397bc8d65ee22b955f0e530481ed6f6120e74364"
          + "b45e1378de18639b881ca122b96726d18049a7e822b7da7b5e552d255272d23779d2951cc60d894c"
          + "488cb4021ba4fe5ba4b09f6b1ca815cfa20c30058871df63b9de2fcb0cc6c9e90beeff53e3214517"
          + "b45428359f63293cee41e7296e1d2d7c500452861e6685f3f33401c630a22c9531a7085060930f13"
          + "73f98417a1269859ec645c4452c877a9cdff33a6a02b17417cbad9a22180036f50d99c08cb3f4861"
          + "c26bd76564a3f6ab8034267625a75e7be4e6d1fc20c710e6cdf0b68017844d3b31eef84d7e0824e4"
          + "2ccb49eb846a3bae8ff77888ee5d60f67af756732fdd5cdba11631c130f66f43b3faec54157fd7fa"
          + "ef8579ccd152de58db2ffd5e8f32ce19306af97a02f03ef899319ad5c242fa0fa7e3ebb0c68e4906"
          + "b8da230c80823028dcdef3c8d35fb171088a1bc8bec0c56061a3c9e8bca8f54dc72feffa22822e99"
          + "82c570b4d8d94e898b1c34bc301e16e6273be979b0ffeaa661d9b8c600b24869b7ffce3f08dc283b"
          + "43daf65af7e197987619b72f8f1c9ba4dc8637a016a7d3b19fc393b7a7136eebc6bcc63e1a513742"
          + "ef6828bc520365d62d6a77ab3527ed4b821fd216095c6e2edb92f2fb5eea29cb145892f591584f7f"
          + "5483697b2667a8cc851960488c4bacea833860d40d23e0f96c387e8a0ae6d249b284600cd835731d"
          + "dcb1c647ac4c56ea3ebd81b3230eabb06438bc87f0b5b1fa8f5ea2b3fc1846420a036b7a4fb089bd"
          + "649da589a345415e5c0383233e5d3bb943d795727e6dd07c06dfdf1e6c6cc4ef7160a53973bfbe70"
          + "838776054523ecf18defc24025fa5d9feb903dbfe810c90747607fff369fe44b8c1fc644aececa90"
          + "beb1f9bfeefbcaeae8cf195051df07ae920e8806f0ad0548e13c8d83927010d511107d9f07647db9"
          + "b2e3e4d43d4f285eb9afa820fade82e0a067268b8272792e553fb2c0489ae22bd4ef9794125e3fbc"
          + "21fffcee825b1bfd9255c5ed1257a2404e1a8302bae07fff528246e78e57140e3373f7bf8c9f8188"
          + "a6fc4ee8c982b5a5a8c01db7579fc26467094f31f2bd3f5f40fff7c11fb78dfc8e6bd2c1437be59b"
          + "99b03dbfb5dbc64b638dc0e655819d99a197c81c4a012d6ec5884a28ccc36f71b843c2136c0743f1"
          + "8309893c0feddd5f2f7fe850d7c07f7e02507fbf5afb9a04a747d2d01651192eaf70bf3e58c31380"
          + "5f98302e727cc3c40a0fb4020f7fef828c96fdad5d2c2aae8ee99a4950da88b88427f4a01eac5790"
          + "796fb4498252dc15efbd7d9ba672597dada840d845f54504fa5d7403e83ec3054f91751a925669c2"
          + "23efe941a903f12e60270df20276e4b694fd6574927985b28276dbcb02778176f8af918d4e48f79e"
          + "8f616ddfe29d840e842f7d83340ce5c896bbb68293b4b148ef303cab984faf28779faf9b92dc560d"
          + "224d1e208437aa887d29dc962756d3dc8b907ceeb51fd240e7c07ce3e566b4a1c3e9615e3cf8209d"
          + "6094d1e3cd9ca3415c76460e00ea983bd4d67881fd47572cf76cedd9bda8229c127dadaa438a074e"
          + "1f97c090081bdb8a93a07ebeb938ca1597b03cff3dc2c0f88d1ab2ec64380e5168cc7bfbd90f2788"
          + "124901815de5ffd4dd7ef86a76a2e214b9a40368925d958f4b39fffaba39aee9a4ffd30bfaf7933b"
          + "6d498623193cbcfa27627545825cf47a61bd8ba0d11e42d1cead04f4127ea39210428db78272a972"
          + "9270c4a8127de50b285ba1c83c62f44f35c0eaa5e805d231428929fbb4fcdf824fb66a530e7dc15b"
          + "1f081fab108618aefcfd086df9ff2889694bcc11236a5cae12deca4d2c3f8cc5d2d02dfef8ef5896"
          + "e4cf52da95155b67494a488cb9b6a80c5c8f82bc89d36b453a609437ec00c9a9447152530a874b49"
          + "d773bc407c34671c02717ef64feb5536a2d02fffd2bf60c4d43f03c050b4ef6d07478cd1006e1888"
          + "a2e53f55b9e6d4bca204801697573833d7207d67de0f8f3d72f87b33abcc4f337688c55d7b00a6b0"
          + "947b0001570075d2f9bb88f88942019e4264a5ff856302e072dbd92bee971b696ea22fde5f08ae2b"
          + "af7a616de5c98767cf1febd261efc8c2f1ac2571cc8239c267214cb8b1e583d1b7dc3e627f10bdce"
          + "f90a5c380ff0443d606e6dc660543a495727c1482be98a1d8ab4173820e1be24af96da0f68458425"
          + "99833be5600d457d282f93508334b362d91d11202b6d8da0642b1e319c305a0052bce6881b03588a"
          + "f7baefd54142ed9ca4315c1183323ec5dfef4636a133c501e9d3531cee3537839db304201fb6e9de"
          + "a7be7befd273a2984a4f7bdb64ad8c5785510443fa020ed17e287affe60fb663095f35a179ebf120"
          + "fd059d436497b7b1f3641f63241e4adf28147f5f4fa2b8cdc94300400cc32220fdd30b30c0a5374f"
          + "1d2d00d924147b15ee4d111a0fca516771ff904c2d195ffe1a05645f0c13fefe081b08ca05170121"
          + "80530100e83e5efeac9af4f87fe72701d2b8ee5f06df4261bb9e9b8a7293ea25ce84ffdff5718801"
          + "3dd64b04a26f263b7ed48400547eebe6446d4ca06cf3d6f52649abdfaea0c7f536338cc1503f7e93"
          + "d377206111b638e172500e03f80eb2bbabe0502eec8d77de57971e81e14f6746c93354006920318f"
          + "081dbb99ffc304a54d3518057f3d5ce3a6c866c65d5bcca9daec6fea9f926f919f46222f3991467d"
          + "a5bf6d8e1143c44f43958302d0214eeb022083b83fb6180c18f8931e281658e626486e3e8bd78a70"
          + "7477e4c1b506e07cf32d0a2579098b02e4eabb8128123b2369dead381574ca16df871b62211c40b7"
          + "a51a9ef90014377b041e8ac809114003bd59e4d2e3d156d54fe876d52f91a340557be8de00eae4a7"
          + "0ce5c2ec4db4bba6e756bdffdd3369acec17b0350657232799afc8b056c8c3916b65811c5e146119"
          + "6e85cb75be07c002c2325577893ff4ec5bbfc92dd0ec3b25b7801ab78d6d3b2420c763efc366a5fc"
          + "9c3828800ace3205aac9548aeca1d7c7041afa321d16625a6701902c9b757a5431d477f79126b031"
          + "36cc6fdbc70b8b46d9e66a4856e55a79026a4ceb52437eff2f8f76b40df980a58674cde3edda04eb"
          + "17a9be042c18f4dfb7747f9dab2af7b4efc34d202e096b7c1741a254e5b6a035213d42f62c1c7c26"
          + "61c2f50f6552daf9d2c231f825130f69d8167fa20418f2c8001a96a60d1526ab63315c215e0a72ec"
          + "49bafefd187908d98d0dbd86311170a73e9b640ccc3e10d7d5cad3b60caec388f73001e16c728aff"
          + "71eae2a11f9af36ecfcbd12fc1de8417ac07be6bcb44a1d88b9b0f56013988c3b1c52fcab4be31cd"
          + "d878280612a3a4e26f7de53258fd7eb6d01ee90024adffc2f4990fc59711aac5001d7b9582e5e7d2"
          + "109873f600613096c32d9521ada121ff299084157fbb977faf9eb3db29c9ed2a5ce2a465a730f32c"
          + "d0aa3fe88a5cc091d49e2ce70ce454a9d60acd86015f191977079103dea03af678a8565edee356df"
          + "21f05cbe8b75e387b3c50651b8a5c3efd8eeb6d2e523be77c21545292f69efdfafe67afbf470c4b2"
          + "f3e0eb5bd6cc987639e4460c1fda85381987832fca007367a99144f8296b299e492fc2959266beab"
          + "b5676e699bd3dddadf7e052fdb25701c1b5e51eef65324e66afce36c0316cc048644213eb7dc59d0"
          + "7965291fccd6fd4341823979932bcdf6b657c34d4edfd2827ae5290c3cb9536b851e20fe9833557e"
          + "13ecf0b0d3ffb3723f85c5c10aef7ed2";

  private static final int[] S = new int[4 * 256];

  static {
    for (int i = 0; i < S.length; i++) {
      S[i] = Integer.parseUnsignedInt(DIGITS.substring(8 * i, 8 * i + 8), 16);
    }
  }

  // ---- Context ----

  private static final int ROUNDS = 48;

  /**
   * A rotation, of which the low five bits count, and a mask, for each round. To decrypt, the last
   * quad-round's are first.
   */
  private final int[] k = new int[2 * ROUNDS];

  Cast256() {
    super(BLOCK, KEY_MIN, KEY_MAX, KEY_STEP);
  }

  // ---- Round functions ----

  /** S1 to S4 of the bytes of x, the highest first. */
  private static int s1(int x) {
    return S[x >>> 24];
  }

  private static int s2(int x) {
    return S[256 + (x >> 16 & 255)];
  }

  private static int s3(int x) {
    return S[512 + (x >> 8 & 255)];
  }

  private static int s4(int x) {
    return S[768 + (x & 255)];
  }

  // The sums are grouped so that few operations wait for the look-ups that come last, s2 and s3.

  /** x and round function 1 of d. */
  private static int f1(int x, int d, int kr, int km) {
    int i = rotateLeft(km + d, kr);
    return x ^ (s1(i) ^ s2(i)) + (s4(i) - s3(i));
  }

  private static int f2(int x, int d, int kr, int km) {
    int i = rotateLeft(km ^ d, kr);
    return x ^ s4(i) ^ (s1(i) - s2(i) + s3(i));
  }

  private static int f3(int x, int d, int kr, int km) {
    int i = rotateLeft(km - d, kr);
    return x ^ (s1(i) + s2(i) ^ s3(i)) - s4(i);
  }

  // ---- Key schedule ----

  private static final int MM = 0x6ed9eba1; // 2^30 times the square root of 3
  private static final int MR = 17;

  /** The forward octave W: eight rounds, whose constants follow one another. */
  private static void octave(int[] k, int cr, int cm) {
    k[6] = f1(k[6], k[7], cr, cm);
    k[5] = f2(k[5], k[6], cr + MR, cm + MM);
    k[4] = f3(k[4], k[5], cr + 2 * MR, cm + 2 * MM);
    k[3] = f1(k[3], k[4], cr + 3 * MR, cm + 3 * MM);
    k[2] = f2(k[2], k[3], cr + 4 * MR, cm + 4 * MM);
    k[1] = f3(k[1], k[2], cr + 5 * MR, cm + 5 * MM);
    k[0] = f1(k[0], k[1], cr + 6 * MR, cm + 6 * MM);
    k[7] = f2(k[7], k[0], cr + 7 * MR, cm + 7 * MM);
  }

  private void expandKey(int[] kappa, boolean decrypting) {
    int cr = 19;
    int cm = 0x5a827999; // 2^30 times the square root of 2
    for (int i = 0; i < ROUNDS; i += 4, cr += 16 * MR, cm += 16 * MM) {
      octave(kappa, cr, cm);
      octave(kappa, cr + 8 * MR, cm + 8 * MM);
      int at = 2 * (decrypting ? ROUNDS - 4 - i : i);
      for (int j = 0; j < 8; j += 2) {
        k[at + j] = kappa[j];
        k[at + j + 1] = kappa[7 - j];
      }
    }
  }

  @Override
  void setKey(Direction direction, byte[] key) {
    int[] kappa = new int[8];
    for (int i = 0; i < key.length / 4; i++) {
      kappa[i] = (int) INT_BE.get(key, 4 * i);
    }
    expandKey(kappa, direction == Direction.DECRYPT);
    Arrays.fill(kappa, 0);
  }

  // ---- Encryption ----

  /** Blocks worked on side by side, to hide the latency of each other's look-ups. */
  private static final int BATCH = 4;

  /** Q of the specification: a forward quad-round. */
  private static void forward(int[] x, int[] k, int i) {
    int c = f1(x[2], x[3], k[i], k[i + 1]);
    int b = f2(x[1], c, k[i + 2], k[i + 3]);
    int a = f3(x[0], b, k[i + 4], k[i + 5]);
    int d = f1(x[3], a, k[i + 6], k[i + 7]);
    x[0] = a;
    x[1] = b;
    x[2] = c;
    x[3] = d;
  }

  /** QBAR: a reverse quad-round. */
  private static void reverse(int[] x, int[] k, int i) {
    int d = f1(x[3], x[0], k[i + 6], k[i + 7]);
    int a = f3(x[0], x[1], k[i + 4], k[i + 5]);
    int b = f2(x[1], x[2], k[i + 2], k[i + 3]);
    int c = f1(x[2], d, k[i], k[i + 1]);
    x[0] = a;
    x[1] = b;
    x[2] = c;
    x[3] = d;
  }

  private static void load(int[] x, byte[] in, int i) {
    x[0] = (int) INT_BE.get(in, i);
    x[1] = (int) INT_BE.get(in, i + 4);
    x[2] = (int) INT_BE.get(in, i + 8);
    x[3] = (int) INT_BE.get(in, i + 12);
  }

  private static void store(byte[] out, int o, int[] x) {
    INT_BE.set(out, o, x[0]);
    INT_BE.set(out, o + 4, x[1]);
    INT_BE.set(out, o + 8, x[2]);
    INT_BE.set(out, o + 12, x[3]);
  }

  private static void encryptBatch(int[] k, byte[] in, int i, byte[] out, int o) {
    int[] x = new int[4];
    int[] y = new int[4];
    int[] z = new int[4];
    int[] w = new int[4];
    load(x, in, i);
    load(y, in, i + BLOCK);
    load(z, in, i + 2 * BLOCK);
    load(w, in, i + 3 * BLOCK);
    for (int j = 0; j < ROUNDS; j += 8) {
      forward(x, k, j);
      forward(y, k, j);
      forward(z, k, j);
      forward(w, k, j);
    }
    for (int j = ROUNDS; j < 2 * ROUNDS; j += 8) {
      reverse(x, k, j);
      reverse(y, k, j);
      reverse(z, k, j);
      reverse(w, k, j);
    }
    store(out, o, x);
    store(out, o + BLOCK, y);
    store(out, o + 2 * BLOCK, z);
    store(out, o + 3 * BLOCK, w);
  }

  private static void encryptOne(int[] k, byte[] in, int i, byte[] out, int o) {
    int[] x = new int[4];
    load(x, in, i);
    for (int j = 0; j < ROUNDS; j += 8) {
      forward(x, k, j);
    }
    for (int j = ROUNDS; j < 2 * ROUNDS; j += 8) {
      reverse(x, k, j);
    }
    store(out, o, x);
  }

  @Override
  void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    for (; blocks >= BATCH; blocks -= BATCH, i += BATCH * BLOCK, o += BATCH * BLOCK) {
      encryptBatch(k, in, i, out, o);
    }
    for (; blocks > 0; blocks--, i += BLOCK, o += BLOCK) {
      encryptOne(k, in, i, out, o);
    }
  }

  // ---- Decryption ----

  // It is encryption, under the quad-rounds' keys in reverse order.

  // ---- Engine ----

  @Override
  void eraseKey() {
    Arrays.fill(k, 0);
  }
}
